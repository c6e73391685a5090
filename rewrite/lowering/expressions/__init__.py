"""A graph written back as expressions: sympy scalars, or terms made of scalars."""
