"""Recursions in link frames: motion outwards, efforts inwards, composite and articulated bodies."""
