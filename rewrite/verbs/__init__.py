"""The verbs: expand, factor, simplify, canonical, explain, and the cost that they reduce."""
