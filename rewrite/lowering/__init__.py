"""Lowering to scalars: a shared graph with few scalar operations, and code from it.

Terms become nodes of a graph (`from_terms`), which is arranged for few operations (`passes`,
`arranging`) and written as code (`code`); `lower.py` joins these steps. docs/architecture.md has
the sub-packages in the order of their imports.
"""
