"""Details beside the freedom: motions, branches, singular configurations."""
