"""Laws: what an operator may be declared with, which lists are refused, and their finite models."""
