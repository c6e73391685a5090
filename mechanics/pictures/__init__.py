"""Pictures of systems and of their motions."""

from .animating import FILMS, Animation, animate
from .plotting import CURVES, plot
from .scene import Scene, scene_of
from .tree_drawing import Drawing, draw

__all__ = [
    "CURVES",
    "FILMS",
    "Animation",
    "Drawing",
    "Scene",
    "animate",
    "draw",
    "plot",
    "scene_of",
]
