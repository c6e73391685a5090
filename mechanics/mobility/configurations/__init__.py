"""Configurations, found in floating point; they guide the proofs."""
