"""What a term is and what is known of it: terms, sorts, operators, laws, facts, contexts."""
