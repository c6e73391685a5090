"""Matrices as blocks of nodes: products in the cheapest order, determinants and inverses."""
