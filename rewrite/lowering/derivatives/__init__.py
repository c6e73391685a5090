"""Derivatives of a graph, node by node, and Jacobians."""
