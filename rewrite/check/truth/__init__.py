"""Whether the two sides of a rule are equal, and which slip would explain a difference."""
