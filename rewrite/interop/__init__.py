"""Bridges to other systems, one a file; each is imported by its own name and only then loads them.

>>> from rewrite.interop.sympy import from_sympy, to_sympy
>>> from rewrite.interop.matchpy import from_matchpy, to_matchpy
"""
