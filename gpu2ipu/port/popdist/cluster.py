"""The cluster of a script for several workers: `TF_CONFIG`, where it is set, and what is read of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.edits import Remove, Replace
from gpu2ipu.port.popdist.application import INDEX, INSTANCES
from gpu2ipu.port.popdist.outcomes import WorkerCluster
from gpu2ipu.records import record

_VARIABLE = "TF_CONFIG"
_ENVIRONMENT = "os.environ"


@record
class Cluster:
    """What becomes of all that a script says of its cluster; `unknown` is what has no counterpart."""

    outcomes: tuple[WorkerCluster, ...] = ()
    unknown: tuple[ast.expr, ...] = ()


@once
def cluster_of(script: Script) -> Cluster:
    """Return what a script says of its cluster."""
    outcomes: list[WorkerCluster] = []
    unknown: list[ast.expr] = []
    tables: dict[str, ast.Assign] = {}
    settings = [node for node in script.nodes if isinstance(node, ast.Assign) and _sets(script, node)]
    for node in script.nodes:
        if isinstance(node, ast.Assign) and (name := _table(script, node, settings)):
            tables[name] = node
    for node in (*settings, *tables.values()):
        outcomes.append(WorkerCluster(node, edits=(Remove(script.span(node), with_comments=True),)))
    gone = {inner for node in (*settings, *tables.values()) for inner in ast.walk(node)}
    for read in _reads(script, tables):
        if read not in gone:
            outcome = _number(script, read)
            outcomes += (outcome,) if outcome is not None else ()
            unknown += (read,) if outcome is None else ()
    for node in script.nodes:
        is_resolver = isinstance(node, ast.Attribute) and node.attr == "cluster_resolver"
        if isinstance(node, ast.expr) and (is_resolver or (_is_variable(script, node) and node not in gone)):
            unknown.append(node)
    return Cluster(tuple(outcomes), tuple(unknown))


def _is_variable(script: Script, node: ast.AST) -> bool:
    """True if a node reads or sets the variable: `os.environ["TF_CONFIG"]`, `os.environ.get("TF_CONFIG")`."""
    if isinstance(node, ast.Call):
        name = facts_of(script).qualified.get(node, "")
        return name in (f"{_ENVIRONMENT}.get", "os.getenv") and bool(node.args) and _is_named(node.args[0])
    if isinstance(node, ast.Subscript):
        return facts_of(script).value(node.value).name == _ENVIRONMENT and _is_named(node.slice)
    return False


def _is_named(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == _VARIABLE


def _sets(script: Script, node: ast.Assign) -> bool:
    return all(_is_variable(script, target) for target in node.targets)


def _table(script: Script, node: ast.Assign, settings: list[ast.Assign]) -> str:
    """The name of a dictionary with the cluster: it is read from the variable, or written into it."""
    target = node.targets[0]
    if len(node.targets) > 1 or not isinstance(target, ast.Name):
        return ""
    variable = bindings_of(script).variable(target)
    if variable is None or len(variable.bindings) > 1:
        return ""
    is_read = isinstance(node.value, ast.Call) and any(
        _is_variable(script, inner) for inner in ast.walk(node.value)
    )
    written = {inner for setting in settings for inner in ast.walk(setting.value)}
    is_written = isinstance(node.value, ast.Dict) and any(read in written for read in variable.reads)
    return target.id if is_read or is_written else ""


def _reads(script: Script, tables: dict[str, ast.Assign]) -> Iterator[ast.Name]:
    for node in tables.values():
        variable = bindings_of(script).variable(node.targets[0])
        for read in variable.reads if variable is not None else ():
            if isinstance(read, ast.Name):
                yield read


def _number(script: Script, read: ast.Name) -> WorkerCluster | None:
    """The counterpart of `len(table["cluster"]["worker"])` and of `table["task"]["index"]`."""
    first, second, *_ = (*ancestors(script, read), None, None)
    if not (isinstance(first, ast.Subscript) and isinstance(second, ast.Subscript)):
        return None
    keys = [each.slice.value if isinstance(each.slice, ast.Constant) else None for each in (first, second)]
    if keys == ["task", "index"]:
        return _replaced(script, second, INDEX)
    counted = next(ancestors(script, second))
    is_count = isinstance(counted, ast.Call) and ast.unparse(counted.func) == "len"
    if keys == ["cluster", "worker"] and is_count and isinstance(counted, ast.Call):
        return _replaced(script, counted, INSTANCES)
    return None


def _replaced(script: Script, node: ast.expr, counterpart: str) -> WorkerCluster:
    return WorkerCluster(node, counterpart, edits=(Replace(script.span(node), counterpart),))
