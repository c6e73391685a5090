"""The parts of a system other than joints and constraints: frames, points, bodies, efforts."""
