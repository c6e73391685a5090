"""A mechanical system: what a model declares, and what every formalism starts from."""

from .system import System as System
