"""Rotations in different forms: axis and angle, quaternion, matrix, Euler angles."""
