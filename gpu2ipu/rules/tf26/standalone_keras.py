"""IPU603: imports of a Keras other than `tensorflow.keras`.

The SDK's `keras` 2.6.0 wheel is the implementation behind `tensorflow.keras`: it has the modules, but not the public
names (no `keras.optimizers.Adam`). `tensorflow.python.keras` is a second copy, which the IPU does not extend.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gpu2ipu.analysis.syntax.qualified_names import KERAS_MODULES
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit, Replace, Span
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.rules.tf26 import keras_wheel, private_recurrent_layers
from gpu2ipu.rules.tf26.tables.keras_moves import MOVED_MODULES

_OF_TENSORFLOW = ("tensorflow.keras", "tensorflow.compat.v2.keras", "tensorflow.compat.v1.keras")
_STANDALONE = tuple(name for name in KERAS_MODULES if name not in _OF_TENSORFLOW)
_HERE = "tensorflow.keras"


class StandaloneKeras(Rule):
    """An import of another Keras."""

    id = "IPU603"
    name = "standalone-keras"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True
    alone = True
    what = "`keras`, `tf_keras` or `tensorflow.python.keras` is imported instead of `tensorflow.keras`."
    why = (
        "The IPU extends the Keras of `tensorflow.keras`. The SDK's `keras` wheel has no public names such as "
        "`keras.optimizers.Adam`, and `tensorflow.python.keras` is a copy that stays on the CPU."
    )
    fix = "import it from `tensorflow.keras`"
    before = """\
from keras.models import Sequential
from keras.utils import np_utils
"""
    after = """\
from tensorflow.keras.models import Sequential
from tensorflow.keras import utils as np_utils
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each import statement."""
        script = port.script
        for node in script.nodes:
            if not isinstance(node, (ast.Import, ast.ImportFrom)) or keras_wheel.serves(port, node):
                continue
            place = keras_wheel.place_in_wheel(port, node)
            if place is not None:
                yield self._of_wheel(script, node, place)
            elif (
                isinstance(node, ast.ImportFrom)
                and not node.level
                and (below := _below(node.module)) is not None
            ):
                yield self._import(script, node, node.module or "", _from_import(node, below), below)
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names if _below(alias.name) is not None]
                if names and not _is_ipu(names[0]):
                    yield self._import(script, node, names[0], _plain_import(node), "")

    def _of_wheel(self, script: Script, node: ast.Import | ast.ImportFrom, place: str) -> Finding:
        """An import of what `tensorflow.keras` does not have, and the SDK's `keras` has."""
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        start, line = script.span(node).column, script.lines[node.lineno - 1]
        match = re.compile(r"(?:from|import)\s+([\w.]+)").match(line, start)
        edits = list[Edit]()
        if match is not None and match[1] == module:  # it may go on behind a backslash
            edits.append(Replace(Span(node.lineno, match.start(1), node.lineno, match.end(1)), place))
        message = f"`{module}` is not the Keras that the IPU extends"
        fix = Fix(f"import it from `{place}` of the SDK", Safety.SAFE, tuple(edits)) if edits else None
        return self.finding(
            script.span(node), message + ("" if fix else f": import it from `{place}` of the SDK"), fix
        )

    def _import(
        self, script: Script, node: ast.Import | ast.ImportFrom, module: str, text: str, below: str
    ) -> Finding:
        message = f"`{module}` is not the Keras that the IPU extends"
        if isinstance(node, ast.Import) and any(_is_written_out(alias) for alias in node.names):
            return self.finding(
                script.span(node), f"{message}: write `{_HERE}` wherever the script spells it out"
            )
        defaults = private_recurrent_layers.written_defaults(script, node)
        if defaults is None:
            hint = (
                "its `LSTM` and `GRU` have a hard sigmoid, `GRU` no `reset_after`: say so where they are made"
            )
            return self.finding(script.span(node), f"{message}; {hint}")
        edits = (*_edits(script, node, text, below), *defaults)
        title = f"import it from `{_HERE}`" + (", and keep the defaults of its layers" if defaults else "")
        return self.finding(script.span(node), message, Fix(title, Safety.SAFE, edits))


def _below(module: str | None) -> str | None:
    """What comes after the name of another Keras: "" for the module itself, None for `tensorflow.keras` and others."""
    for name in _STANDALONE:
        if module == name:
            return ""
        if module and module.startswith(name + ".") and not _is_ipu(module):
            return module[len(name) + 1 :]
    return None


def _is_ipu(module: str) -> bool:
    """`keras.ipu` is the SDK's own."""
    return f"{module}.".startswith("keras.ipu.")


def _is_written_out(alias: ast.alias) -> bool:
    """`import tensorflow.python.keras.x` binds `tensorflow`: the whole path is in the code that uses it."""
    return alias.asname is None and alias.name.startswith("tensorflow.") and _below(alias.name) is not None


def _module(below: str) -> str:
    below = keras_wheel.module_of_tensorflow(below)
    return f"{_HERE}.{below}" if below else _HERE


def _from_import(node: ast.ImportFrom, below: str) -> str:
    """The whole statement anew; modules that moved become `from tensorflow.keras import new as old`."""
    plain, moved = [], []
    for alias in node.names:
        inside = f"{below}.{alias.name}" if below else alias.name
        if inside in MOVED_MODULES and "." in inside:
            parent, _, last = _module(inside).rpartition(".")
            bound = alias.asname or alias.name
            moved.append(f"from {parent} import {last}" + (f" as {bound}" if bound != last else ""))
        else:
            plain.append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
    first = [f"from {_module(below)} import {', '.join(plain)}"] if plain else []
    return "\n".join(first + moved)


def _plain_import(node: ast.Import) -> str:
    """The whole statement anew: `import keras` binds the name `keras`, so must what replaces it."""
    lines: list[str] = []
    for alias in node.names:
        below = _below(alias.name)
        if below is None:
            lines.append(f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else ""))
        elif alias.asname and below:
            parent, _, last = _module(below).rpartition(".")
            lines.append(
                f"from {parent} import {last}" + (f" as {alias.asname}" if alias.asname != last else "")
            )
        else:
            bound = alias.asname or alias.name.split(".")[0]
            lines.append("from tensorflow import keras" + (f" as {bound}" if bound != "keras" else ""))
    return "\n".join(dict.fromkeys(lines))


def _edits(script: Script, node: ast.Import | ast.ImportFrom, text: str, below: str) -> Iterator[Edit]:
    """Only the module's name where that is all that changes, so that long import lists keep their shape."""
    if (
        isinstance(node, ast.ImportFrom)
        and "\n" not in text
        and text.startswith(f"from {_module(below)} import ")
    ):
        line = script.lines[node.lineno - 1]
        start = script.span(node).column
        match = re.compile(r"from\s+([\w.]+)").match(line, start)
        if match is not None and match[1] == node.module:  # it may go on behind a backslash
            yield Replace(Span(node.lineno, match.start(1), node.lineno, match.end(1)), _module(below))
            return
    yield Replace(script.span(node), text)
