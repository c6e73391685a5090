"""Instances of rules, and the steps of a rule set on a term."""
