"""Files of rules: imported, read and checked as source text."""
