"""Arguments that bound a freedom from below and from above."""
