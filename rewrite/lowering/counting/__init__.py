"""How many operations a graph takes, and the signs with which its values are calculated."""
