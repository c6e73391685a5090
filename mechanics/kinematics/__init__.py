"""How points, frames and lines move, and what each joint carries along."""
