"""Laws of motion: balances, energies, momenta, reactions, and what each joint carries."""
