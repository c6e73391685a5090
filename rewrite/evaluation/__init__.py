"""Reference semantics: exact values at points that satisfy all facts, independent of rewriting."""
