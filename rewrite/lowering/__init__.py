"""Down to scalars: a shared graph of scalar operations, arranged for few of them, and code."""
