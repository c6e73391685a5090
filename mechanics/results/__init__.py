"""Results by name: terms, the same simplified, as scalars, counted, and as code."""
