"""The verbs: expand, factor, simplify, canonical, explain, and the cost they go by."""
