"""The passes in their order, and the part that depends only on parameters."""
