"""Lowering to scalars: a shared graph with few scalar operations, and code from it."""
