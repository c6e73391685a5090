"""Rules and how they are applied: rule sets, strategies, runs, derivations, and `why_not`."""
