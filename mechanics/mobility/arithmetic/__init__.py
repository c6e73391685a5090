"""The arithmetics in which a closure is evaluated: jets, series, fields, polynomials."""
