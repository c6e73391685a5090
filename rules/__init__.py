"""Knowledge: rewrite rules, one algebra a file. The engine is in `rewrite`."""
