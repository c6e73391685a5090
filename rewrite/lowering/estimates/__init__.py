"""What arranging would count and save, seen without arranging."""
