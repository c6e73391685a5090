"""The sorts and operators of screws and displacements, declared as a user would declare them.

The rules about them are in `rules.screws` and `rules.screw_pairs`.
"""
