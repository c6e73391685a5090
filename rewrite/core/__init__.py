"""Terms and all that they are made of: sorts, operators, laws, facts, contexts."""
