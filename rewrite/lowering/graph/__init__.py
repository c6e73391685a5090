"""The graph of scalar operations: nodes, arguments and outputs, and rebuilding parts of it."""
