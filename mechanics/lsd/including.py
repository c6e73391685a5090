"""`include`: find the file, and refuse files that include each other without end."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from .lsd_error import LsdError
from .parsing import read_source
from .syntax import Include

MAX_FILES = 100
"""How many times a description may include a file."""
LIBRARY = Path(__file__).parent / "library"
"""Where `include "links.lsd"` looks if the file is not beside the one that includes it."""


class Includes:
    """The files that are being read, the outermost first."""

    def __init__(self, file: Path) -> None:
        self.files = [file.resolve()]
        self.count = 0

    def opened(self, d: Include) -> tuple[Path, str]:
        """The included file and its text; call `close` after reading it."""
        path = self._found(d)
        if path in self.files:
            names = " includes ".join(p.name for p in [*self.files[self.files.index(path) :], path])
            raise LsdError(d.place, f"files include each other: {names}", "take one include out")
        self.count += 1
        if self.count > MAX_FILES:
            message = f"files are included more than {MAX_FILES} times"
            raise LsdError(d.place, message, "include each file once, at the top")
        text = read_source(path, d.place)
        self.files.append(path)
        return path, text

    def close(self) -> None:
        self.files.pop()

    def _found(self, d: Include) -> Path:
        """A file in or below the folder of the including file, or one of the library."""
        asked = PurePosixPath(d.path)
        if asked.is_absolute() or ".." in asked.parts or "\\" in d.path or ":" in d.path:
            remedy = "give the path from the folder of this file, with / and without .."
            raise LsdError(d.place, f"{d.path!r} leads out of the folder of this file", remedy)
        for folder in (self.files[-1].parent, self.files[0].parent, LIBRARY):
            path = (folder / asked).resolve()
            if path.is_file() and folder.resolve() in path.parents:
                return path
        known = ", ".join(sorted(p.name for p in LIBRARY.glob("*.lsd")))
        message = f"there is no file {d.path!r} beside {self.files[-1].name}, nor in the library"
        raise LsdError(d.place, message, f"the library has {known}")
