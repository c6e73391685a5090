"""Finite models: what an algebra without `evaluate=` means."""
