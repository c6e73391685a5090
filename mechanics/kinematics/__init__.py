"""Velocities and accelerations of points, frames and lines, and Jacobians."""
