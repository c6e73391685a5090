"""A mechanical system: the declarations of a model, from which every formalism starts."""

from .system import System as System
