"""Dynamics of robots by name: inverse, forward, mass matrix, parameters to identify."""
