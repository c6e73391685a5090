"""Confluence: critical pairs modulo the laws, and whether they can be joined."""
