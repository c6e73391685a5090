"""Further results beside the freedom: motions, branches, singular configurations."""
