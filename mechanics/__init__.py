"""Equation generators: callers of `rewrite` that use its public names and nothing else."""
