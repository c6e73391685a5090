"""Laws of motion: balances of forces and moments, energies, momenta, reactions."""
