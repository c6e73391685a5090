"""From terms to nodes: the coordinates of every distinct sub-term, calculated once."""
