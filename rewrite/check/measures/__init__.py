"""Measures of terms, by which rules are oriented."""
