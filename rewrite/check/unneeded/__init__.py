"""Rules that have no effect, because laws or other rules do their work; and a profile."""
