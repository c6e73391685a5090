"""Polynomials of python-flint: factors and common factors, within time limits."""
