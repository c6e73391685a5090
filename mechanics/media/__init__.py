"""Continuous media at vector level: screws, Lie groups, rods, and the systems made of them."""

from .screws import *  # noqa: F403
