"""Pictures of systems and of their motions."""

from .animating import Animation, animate
from .plotting import plot
from .scene import Scene, scene_of
from .tree_drawing import Drawing, draw

__all__ = ["Animation", "Drawing", "Scene", "animate", "draw", "plot", "scene_of"]
