"""The public names of TensorFlow and its Keras, from 2.6 on: which release brought each, and with which parameters.

The table beside this module is written by `tools/api_history.py`; nothing of it is typed. Names are the qualified ones
of gpu2ipu: `keras.layers.Dense` is `tf.keras.layers.Dense`, a method stands below its class. From TensorFlow 2.16 on,
names of Keras have the releases of Keras 3. Not in the table are `tf.compat`, `tf.estimator` and `tf.lite`.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from pathlib import Path

from gpu2ipu.records import record

TABLE = Path(__file__).with_name("public_api.txt")
#: The release of the SDK's TensorFlow.
SDK = "2.6"
#: What the table says of a name that a release does not have, and of parameters that are not known.
GONE, UNKNOWN = "-", "?"


@record
class Parameter:
    """A parameter of a function: its default as written, None if it has none, and whether it is found by position."""

    name: str
    default: str | None
    is_positional: bool


@record
class ReleaseChange:
    """What a release changed: the parameters as written, None if they are unknown; or that the name is gone."""

    release: str
    text: str

    @property
    def is_removal(self) -> bool:
        """True if the name is gone."""
        return self.text == GONE

    @property
    def parameters(self) -> tuple[Parameter, ...] | None:
        """The parameters in order, without those with a star; None if they are unknown."""
        given = self._arguments()
        if given is None:
            return None
        positional, keyword_only = [*given.posonlyargs, *given.args], given.kwonlyargs
        before: list[ast.expr | None] = [None] * (len(positional) - len(given.defaults))
        return (
            *map(_parameter, positional, [*before, *given.defaults], [True] * len(positional)),
            *map(_parameter, keyword_only, given.kw_defaults, [False] * len(keyword_only)),
        )

    @property
    def takes_all_keywords(self) -> bool:
        """True if it takes `**kwargs`, whatever becomes of them, or if its parameters are unknown."""
        given = self._arguments()
        return given is None or given.kwarg is not None

    def _arguments(self) -> ast.arguments | None:
        return None if self.text in (GONE, UNKNOWN) else _parsed(self.text)

    @property
    def title(self) -> str:
        """The release as people say it."""
        return title_of(self.release)


@record
class PublicName:
    """A public name: what it is (module, class, function, method, attribute, value), and its changes in order."""

    name: str
    kind: str
    changes: tuple[ReleaseChange, ...]

    @property
    def since(self) -> str:
        """The release that brought it, as people say it; that of the SDK for what was there before."""
        return self.changes[0].title

    @property
    def is_in_sdk(self) -> bool:
        """True if the SDK's TensorFlow has it."""
        return self.changes[0].release == SDK

    def at(self, release: str) -> str:
        """Return what the table says of a release."""
        before = [change.text for change in self.changes if order(change.release) <= order(release)]
        return before[-1] if before else GONE

    def from_release(self, release: str) -> tuple[ReleaseChange, ...]:
        """Return the changes that are in force in a release or come later."""
        before = [change for change in self.changes if order(change.release) <= order(release)]
        return (*before[-1:], *self.changes[len(before) :])


def find(name: str) -> PublicName | None:
    """Return a name that has ever been public since 2.6."""
    line = _lines().get(name)
    return None if line is None else _read(name, line)


def names() -> Mapping[str, object]:
    """Return all names that have ever been public, as the keys of a mapping."""
    return _lines()


def order(release: str) -> tuple[int, ...]:
    """Return what a release is sorted by; those of Keras 3 come after all of TensorFlow."""
    return tuple(map(int, release.split(".")))


def title_of(release: str) -> str:
    """Return a release as people say it: of Keras 3, or of TensorFlow."""
    return f"Keras {release.removesuffix('.0')}" if release.startswith("3.") else f"TensorFlow {release}"


@functools.cache
def _lines() -> dict[str, str]:
    """The rest of the line of each name, which is read where it is asked for."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    parts = (line.partition("\t") for line in lines if not line.startswith("#"))
    return {name: rest for name, _, rest in parts}


def _read(name: str, line: str) -> PublicName:
    kind, *changes = line.split("\t")
    parts = (change.partition(" ") for change in changes)
    return PublicName(name, kind, tuple(ReleaseChange(release, text) for release, _, text in parts))


@functools.cache
def _parsed(text: str) -> ast.arguments:
    """The parameters of a signature, which several names and releases have."""
    (function,) = ast.parse(f"def function{text}: 0").body
    assert isinstance(function, ast.FunctionDef)
    return function.args


def _parameter(node: ast.arg, default: ast.expr | None, is_positional: bool) -> Parameter:
    return Parameter(node.arg, None if default is None else ast.unparse(default), is_positional)
