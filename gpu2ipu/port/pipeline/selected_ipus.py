"""Selected IPUs: a configuration that the script has already, and that selects too few for a pipeline."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.values.library_objects import IpuConfig
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.port import Port


def more_ipus(port: Port) -> Iterator[Edit]:
    """Yield the edits that select the IPUs of the target where a script selects a known number that is less."""
    facts = facts_of(port.script)
    for node in port.script.nodes:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if not (isinstance(target, ast.Attribute) and target.attr == "auto_select_ipus"):
            continue
        assert isinstance(node, ast.Assign)
        is_config = isinstance(facts.value(target.value), IpuConfig)
        number = facts.value(node.value).number
        if is_config and number is not None and number < port.target.ipus:
            yield Replace(port.script.span(node.value), str(port.target.ipus))
