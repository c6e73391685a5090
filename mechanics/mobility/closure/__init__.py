"""Closure equations: from terms to a program and the coordinates it depends on."""
