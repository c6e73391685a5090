"""Matching: typed, modulo the laws of the operators, lazy and with a budget."""
