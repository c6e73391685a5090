"""Deciding equality: proofs that can be checked again, counterexamples, or an admitted doubt."""
