"""What a system is made of, beside joints and constraints: frames, points, bodies, efforts."""
