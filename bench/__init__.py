"""This project and its peers on the same work, in one run: `python -m bench --help`."""
