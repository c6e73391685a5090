"""Deciding equality: proofs that can be checked again, counterexamples, and honest doubt."""
