"""Equations of motion and other results as objects: simplified, as scalars, as code."""
