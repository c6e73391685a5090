"""Configurations, found in floating point; they guide what is proved."""
