"""The passes of arranging: each makes the same values with fewer operations of one kind."""
