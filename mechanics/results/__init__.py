"""Results by name: terms, which can be simplified, split into scalars, counted and made code."""
