"""Exact results: configurations in balls and number fields, and families of them."""
