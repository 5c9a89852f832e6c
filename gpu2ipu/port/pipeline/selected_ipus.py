"""Selected IPUs: a configuration that the script has already, and that is not that of the pipeline."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.selected_ipus import counted_ipus, selections
from gpu2ipu.analysis.values.library_objects import IpuConfig
from gpu2ipu.edits import Edit, Insert, Replace, Where
from gpu2ipu.port.port import Port


def more_ipus(port: Port, ipus: int) -> Iterator[Edit]:
    """Yield the edits that select so many IPUs where a script selects a known number that is less."""
    for node in selections(port.script):
        number = counted_ipus(port.script, node)
        if number is not None and number < ipus:
            yield Replace(port.script.span(node.value), str(ipus))


def recomputing(port: Port) -> Iterator[Edit]:
    """Yield the edits that let a script's own configuration recompute activations, if the target does."""
    if not port.target.recompute:
        return
    facts, name = facts_of(port.script), "allow_recompute"
    for node in port.script.nodes:
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target = node.targets[0]
        is_ours = isinstance(target, ast.Attribute) and isinstance(facts.value(target.value), IpuConfig)
        if is_ours and isinstance(target, ast.Attribute) and target.attr == name:
            yield Replace(port.script.span(node.value), "True")
        is_made = isinstance(node.value, ast.Call) and isinstance(facts.value(node.value), IpuConfig)
        if is_made and isinstance(target, ast.Name) and not _assigns(port, name):
            yield Insert(port.script.span(node), f"{target.id}.{name} = True", Where.AFTER)


def _assigns(port: Port, name: str) -> bool:
    """True if an attribute is assigned somewhere in a script."""
    nodes = (node for node in port.script.nodes if isinstance(node, ast.Attribute))
    return any(node.attr == name and isinstance(node.ctx, ast.Store) for node in nodes)
