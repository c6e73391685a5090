"""Proofs that rules terminate, for terms without sums: orders, dependency pairs, words."""
