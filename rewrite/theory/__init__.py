"""The standard operators, declared in the same way as a user's.

One record for each operator, in the file of its algebra. All files of this folder are loaded, so
that a new one needs no line here; each imports the files whose operators it names.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in sorted(found.name for found in iter_modules(__path__)):
    import_module(f"{__name__}.{_module}")
