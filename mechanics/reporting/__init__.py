"""Reports on a mechanism: its parts, equations, freedoms and motion."""

from .loading import Loaded, load

__all__ = ["Loaded", "load"]
