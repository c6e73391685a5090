"""Rotations in their other forms: axis and angle, quaternion, matrix, Euler angles."""
