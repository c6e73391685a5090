"""The kernel: expanding and collecting on integers, by tables made from the laws of operators.

A letter is an integer that stands for a term; a word is a tuple of letters, a noncommutative
product; a monomial is a sorted tuple of scalars; a polynomial is a dictionary from monomial and
word to a number. Everything that distributes over sums is done on these. Terms are converted to
them and back at the boundary of a verb.
"""
