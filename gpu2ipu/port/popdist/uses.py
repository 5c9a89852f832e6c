"""Uses of Horovod in a file: each name that it imports of Horovod, and what is read of that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.records import record

# The bindings of Horovod for models of Keras; those for PyTorch and MXNet train others.
_BINDINGS = ("horovod.tensorflow.", "horovod.keras.")

# What asks for processes, or passes values between those, on the hosts.
_ON_HOSTS = (
    *("init", "shutdown", "is_initialized", "size", "rank", "local_size", "local_rank"),
    *("cross_size", "cross_rank", "allreduce", "allgather", "broadcast", "broadcast_object", "join"),
)


@record
class Use:
    """Something that is read of Horovod: `hvd.callbacks.MetricAverageCallback(0)` is `MetricAverageCallback`."""

    node: ast.expr  # the call, or what is read where it is not called
    path: str  # its name below the imported module

    @property
    def name(self) -> str:
        """The last part of its name."""
        return self.path.rpartition(".")[2]

    @property
    def call(self) -> ast.Call | None:
        """The call, if it is one."""
        return self.node if isinstance(self.node, ast.Call) else None


@once
def imports_of(script: Script) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Return the statements that import Horovod for Keras, in order, with `import horovod` beside them."""
    imports = dict.fromkeys(node for node, _, _ in facts_of(script).imports)
    found = {node for node in imports if any(f"{name}.".startswith(_BINDINGS) for name in _names(node))}
    return tuple(node for node in imports if node in found or (found and "horovod" in _names(node)))


def serves_popdist(script: Script) -> bool:
    """True if a program starts Horovod beside PopDist, and a file only asks it for processes: it trains by PopDist."""
    whole = facts_of(script).everywhere
    names = {name for node, name in whole.qualified.items() if isinstance(node, ast.Call)}
    starts = any(name.startswith(_BINDINGS) and name.endswith(".init") for name in names)
    is_beside = any(f"{target}.".startswith("popdist.") for _, _, target in whole.imports)
    return starts and is_beside and all(use.path in _ON_HOSTS for use in uses_of(script))


def _names(statement: ast.Import | ast.ImportFrom) -> Iterator[str]:
    module = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
    yield from (module + alias.name for alias in statement.names)


@once
def uses_of(script: Script) -> tuple[Use, ...]:
    """Return all that a file reads of Horovod, in order."""
    # what is imported again is read once
    found = {use.node: use for statement in imports_of(script) for use in _uses(script, statement)}
    return tuple(sorted(found.values(), key=lambda use: (use.node.lineno, use.node.col_offset)))


def _uses(script: Script, statement: ast.Import | ast.ImportFrom) -> Iterator[Use]:
    for alias in statement.names:
        variable = bindings_of(script).variable(alias)
        for read in variable.reads if variable is not None else ():
            if not isinstance(read, ast.Name):
                continue
            first = "" if isinstance(statement, ast.Import) else alias.name
            yield _use(script, read, first if first[:1].isupper() or first in _FUNCTIONS else "")


# Functions that a file may import by their names.
_FUNCTIONS = ("init", "size", "rank", "local_rank", "broadcast_variables", "allreduce", "shutdown")


def _use(script: Script, read: ast.Name, path: str) -> Use:
    node: ast.expr = read
    for outer in ancestors(script, read):
        if isinstance(outer, ast.Attribute):
            node, path = outer, f"{path}.{outer.attr}".lstrip(".")
        elif isinstance(outer, ast.Call) and outer.func is node:
            return Use(outer, path)
        else:
            break
    return Use(node, path)
