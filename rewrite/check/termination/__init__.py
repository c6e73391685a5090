"""Termination: a proof, a loop, or the rules for which neither was found."""

from .termination import terminates as terminates
