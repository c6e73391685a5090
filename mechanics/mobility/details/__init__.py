"""What is told beside the freedom: motions, branches, singular configurations."""
