"""The sorts and operators of screws and displacements, declared as any user declares theirs.

The rules about them are in `rules.screws` and `rules.screw_pairs`.
"""
