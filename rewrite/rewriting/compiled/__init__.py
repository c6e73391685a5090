"""Rules about operators without laws, compiled to Python functions on numbered terms."""
