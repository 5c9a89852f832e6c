"""The SDK's `keras` wheel: the Keras that the IPU extends, under a name of its own.

From SDK 2.6 on, `keras` is the implementation behind `tensorflow.keras`: the same classes, but without the public names
that `tensorflow.keras` adds (`keras.optimizers.Adam`), and with private ones (`keras.engine`, `keras.optimizer_v2`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.keras_public_names import PUBLIC_NAMES
from gpu2ipu.analysis.syntax.qualified_names import bindings, canonical, dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.port.port import Port
from gpu2ipu.rules.tf26.tables.keras_moves import FLAT_MODULES, MOVED_MODULES
from gpu2ipu.rules.tf26.tables.keras_wheel_names import WHEEL_NAMES

_BEFORE_THE_WHEEL = ("2.5",)  # SDKs whose Keras is within TensorFlow
_WITHIN = "tensorflow.python."
# What a second Keras has of its own makes no layers and no models: arrays and files.
_PLAIN_DATA = (f"{_WITHIN}keras.datasets.", f"{_WITHIN}keras.preprocessing.")
_OF_OTHER_VERSIONS = ("keras.api.", "keras.src.")


def serves(port: Port, node: ast.Import | ast.ImportFrom) -> bool:
    """True if an import of another Keras is right on IPUs.

    A program that uses IPUs may import what the wheel has; others what `tensorflow.keras` does not have.
    """
    if isinstance(node, ast.ImportFrom) and node.level:
        return False
    names = [name for _, name in bindings(node)]
    if not all(_is_extended(port.target.sdk, name) for name in names):
        return False
    used = {use for each in names for use in (each, *_uses(port.script, node))}
    if not all(is_in_wheel(use.removeprefix(_WITHIN)) for use in used):
        return False
    program = facts_of(port.script).everywhere.script
    return program.imports_ipu or not all(map(_is_in_tensorflow, names))


def place_in_wheel(port: Port, node: ast.Import | ast.ImportFrom) -> str | None:
    """Return the module of the wheel that has what `tensorflow.keras` lacks of an import from TensorFlow's own Keras.

    None if `tensorflow.keras` has all of them, or the wheel has not.
    """
    module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
    is_spelled_out = isinstance(node, ast.Import) and (len(node.names) > 1 or not node.names[0].asname)
    is_private = f"{module}.".startswith(f"{_WITHIN}keras.")
    if port.target.sdk in _BEFORE_THE_WHEEL or is_spelled_out or not is_private:
        return None
    names = [name for _, name in bindings(node)]
    used = {use for each in names for use in (each, *_uses(port.script, node))}
    has_all = all(is_in_wheel(use.removeprefix(_WITHIN)) for use in used)
    return str(module)[len(_WITHIN) :] if has_all and not all(map(_is_in_tensorflow, names)) else None


def _is_extended(sdk: str, name: str) -> bool:
    """True if a name is of the Keras that the IPU extends, or of data alone."""
    if sdk in _BEFORE_THE_WHEEL:
        return f"{name}.".startswith(f"{_WITHIN}keras.")
    return f"{name}.".startswith(("keras.", *_PLAIN_DATA)) and not f"{name}.".startswith(_OF_OTHER_VERSIONS)


def served_name(port: Port, node: ast.expr) -> str | None:
    """The written name of what an expression reads by an import that is right on IPUs; None if it does not."""
    root, _, rest = (dotted(node) or "").partition(".")
    for statement, bound, target in facts_of(port.script).imports:
        if bound == root and serves(port, statement):
            return f"{target}.{rest}"
    return None


def is_in_wheel(name: str) -> bool:
    """True if the wheel has what a dotted name stands for, or has something whose attribute it is."""
    parts = name.split(".")
    if parts[1:2] == ["ipu"]:
        return True
    for end in range(1, len(parts)):
        module = ".".join(parts[:end])
        if module not in WHEEL_NAMES:
            return True
        if parts[end] not in WHEEL_NAMES[module]:
            return False
    return True


def module_of_tensorflow(below: str) -> str:
    """The module below `tensorflow.keras` that has the names of one below another Keras."""
    parent, _, inside = below.partition(".")
    if below in MOVED_MODULES:
        return MOVED_MODULES[below]
    if inside and parent in FLAT_MODULES and inside.partition(".")[0] not in FLAT_MODULES[parent]:
        return parent  # a file of the implementation: its names are in the module at the top
    return below


def _uses(script: Script, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The dotted names that a script reads below what an import binds."""
    bound = dict(bindings(node))
    for name in script.nodes:
        if isinstance(name, ast.Name) and name.id in bound:
            path, inner = bound[name.id], script.parents[name]
            while isinstance(inner, ast.Attribute):
                path, inner = f"{path}.{inner.attr}", script.parents[inner]
            yield path


def _is_in_tensorflow(name: str) -> bool:
    """True if `tensorflow.keras` has what a name of another Keras stands for, be it in another module."""
    module, _, last = canonical(name).removeprefix("keras").lstrip(".").rpartition(".")
    if f"{module}.{last}" in MOVED_MODULES:
        return True
    module = module_of_tensorflow(module)
    return _is_public(f"{module}.{last}".strip("."))


def _is_public(module: str) -> bool:
    parent, _, last = module.rpartition(".")
    if not module or module in PUBLIC_NAMES:
        return True
    return last in PUBLIC_NAMES[parent] if parent in PUBLIC_NAMES else _is_public(parent)
