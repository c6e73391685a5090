"""Reports on a mechanism: what it is made of, its equations, freedoms and motion."""

from .loading import Loaded, load

__all__ = ["Loaded", "load"]
