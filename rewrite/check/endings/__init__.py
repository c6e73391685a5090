"""Proofs that rules come to an end, for terms without sums: orders, dependency pairs, words."""
