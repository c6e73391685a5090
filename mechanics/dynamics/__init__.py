"""Laws of motion: balances, energies, momenta, reactions, and the tree of links."""
