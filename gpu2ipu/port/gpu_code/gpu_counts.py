"""GPU counts: where the number of GPUs is a number that the script computes with, such as a factor of the batch size.

On IPU hosts it would be 0; what stands for it there is the number of replicas.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.library_objects import TfDistributeStrategy
from gpu2ipu.edits import Replace
from gpu2ipu.port.gpu_code.api_calls import prints
from gpu2ipu.port.gpu_code.devices import Devices, devices_of
from gpu2ipu.port.gpu_code.outcomes import GpuCount
from gpu2ipu.port.port import Port

# A number in these is compared or shown, and what becomes of it is the matter of the code around it.
_CONDITIONS = (ast.Compare, ast.UnaryOp, ast.FormattedValue)
_TEXTS = ("builtins.str", "builtins.repr", "builtins.bool")


def gpu_counts(port: Port, gone: Collection[ast.AST]) -> Iterator[GpuCount]:
    """Yield the numbers of GPUs in what stays of a script when some nodes go.

    A name is left: the number that it is bound to is another one.
    """
    if not port.makes(GpuCount):
        return
    devices = devices_of(port.script)
    replicas = port.target.replicas
    for node in port.script.nodes:
        if isinstance(node, ast.expr) and node not in gone and _is_counted(devices, node):
            edits = (Replace(port.script.span(node), str(replicas)),)
            yield GpuCount(node, replicas, edits=edits)


def _is_counted(devices: Devices, node: ast.expr) -> bool:
    """True if an expression is a number of GPUs, as a whole, and is used as one."""
    if isinstance(node, (ast.Name, ast.Attribute)) or not devices.counts(node):
        return False
    for outer in ancestors(devices.script, node):
        if isinstance(outer, ast.stmt):
            return not (isinstance(outer, (ast.Assert, ast.If, ast.While)) and outer.test is node)
        if isinstance(outer, ast.expr) and (devices.counts(outer) or _takes_no_number(devices.facts, outer)):
            return False
    return False


def _takes_no_number(facts: Facts, node: ast.expr) -> bool:
    """True if an expression only compares or shows what is in it, or is a strategy, which is replaced as a whole."""
    if isinstance(node, ast.Call):
        is_shown = prints(facts, node) or facts.qualified.get(node, "") in _TEXTS
        return is_shown or isinstance(facts.value(node), TfDistributeStrategy)
    return isinstance(node, _CONDITIONS)
