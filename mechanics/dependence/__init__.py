"""Which constraints depend on each other, and which speeds on others."""
