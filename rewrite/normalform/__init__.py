"""The normal form of a term modulo the laws of its operators."""
