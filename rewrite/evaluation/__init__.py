"""Reference semantics: exact values at points of the right kind, apart from all rewriting."""
