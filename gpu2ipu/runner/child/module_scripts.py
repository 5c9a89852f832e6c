"""Scripts by the name of a module, as `python -m package.module` runs them: from the present folder."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gpu2ipu.errors import Trouble


class RunnableScript(NamedTuple):
    """A script, and its full name if it is run as a module."""

    script: Path
    module: str | None = None

    @property
    def top(self) -> Path | None:
        """The folder from which the module is found."""
        return None if self.module is None else self.script.absolute().parents[self.module.count(".")]


def named(name: Path) -> RunnableScript:
    """Return the module of a name; Trouble if there is none."""
    parts = str(name).split(".")
    if not all(part.isidentifier() for part in parts):
        raise Trouble(f"{name}: -m takes the name of a module, such as package.train.")
    place = Path(*parts)
    if (place / "__main__.py").is_file():
        return RunnableScript(place / "__main__.py", f"{name}.__main__")
    script = place.with_name(f"{place.name}.py")
    if not script.is_file():
        raise Trouble(f"-m {name}: there is no {script} in {Path.cwd()}.")
    return RunnableScript(script, str(name))


def port_of(original: RunnableScript, port: Path) -> RunnableScript:
    """Return the port that the user names: a script; with -m a module, or the script of one named as the original.

    Raises Trouble for a module that is not found."""
    if original.module is None:
        return RunnableScript(port)
    if not port.is_file():
        return named(port)
    parts = original.module.split(".")
    if port.absolute().with_suffix("").parts[-len(parts) :] != tuple(parts):
        raise Trouble(f"{port}: with -m a port is a module too, or {Path(*parts)}.py of another folder.")
    return RunnableScript(port, original.module)
