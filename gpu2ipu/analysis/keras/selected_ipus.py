"""The IPUs that a script selects itself, and how many replicas of its models these are.

Each model takes the IPUs of its stages, a power of two; all IPUs of the device together are replicas of that
(keras/ipu/extensions/extensions_base.py of the SDK).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.port_helpers import ASSIGN_STAGES, averages_over_replicas, template_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.library_objects import IpuConfig, KerasModel

_COUNT = "auto_select_ipus"
_SELECTION = (_COUNT, "select_ipus")
REPLICATION_SETTER = "set_replication_options"
_STAGE_SETTER = "set_pipeline_stage_assignment"


def selections(script: Script) -> Iterator[ast.Assign]:
    """Yield the statements that set how many IPUs a configuration selects, or which."""
    facts = facts_of(script)
    for node in script.nodes:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        is_selection = isinstance(target, ast.Attribute) and target.attr in _SELECTION
        if isinstance(target, ast.Attribute) and is_selection and isinstance(node, ast.Assign):
            yield from (node,) if isinstance(facts.value(target.value), IpuConfig) else ()


@once
def selected_ipus(script: Script) -> int | None:
    """Return how many IPUs a script selects in all of its configurations; 0 without any, None where it is not known."""
    numbers = {counted_ipus(script, node) for node in selections(script)}
    return numbers.pop() if len(numbers) == 1 else None if numbers else 0


def counted_ipus(script: Script, selection: ast.Assign) -> int | None:
    """Return how many IPUs such a statement selects, where it says a number."""
    target = selection.targets[0]
    is_count = isinstance(target, ast.Attribute) and target.attr == _COUNT
    return facts_of(script).value(selection.value).number if is_count else None


def given_replicas(script: Script, stages: int, asked: int) -> int:
    """Return how many replicas the IPUs that a script selects are; 1 where that is not known.

    `stages` are those that its models have or get, should those in the script not be known. A module that is imported
    need not select IPUs: where it is written for replicas, these are as many as are `asked` for.
    """
    ipus = selected_ipus(script) or 1
    if ipus == 1:
        return asked if _is_for_replicas(script) else 1
    written = _stages(script)
    number = stages if written in (None, 1) and stages > 1 else written or ipus
    return max(1, ipus // (1 << (number - 1).bit_length()))


@once
def _is_for_replicas(script: Script) -> bool:
    """True if a script averages gradients or metrics over replicas."""
    return any(
        averages_over_replicas(node) or (isinstance(node, ast.Attribute) and node.attr == REPLICATION_SETTER)
        for node in script.nodes
    )


@once
def _stages(script: Script) -> int | None:
    """The pipeline stages of a script's models; None where these are not the same for all, or not known."""
    facts, found = facts_of(script), set[int | None]()
    blocks = [
        argument(node, 0, "stage")
        for node, name in facts.qualified.items()
        if isinstance(node, ast.Call) and name.endswith(".PipelineStage")
    ]
    if blocks:
        stages = [each.value if isinstance(each, ast.Constant) else None for each in blocks]
        numbers = [stage for stage in stages if type(stage) is int]
        found.add(1 + max(numbers) if len(numbers) == len(stages) else None)
    for call in facts.method_calls:
        is_set = call.method == _STAGE_SETTER and isinstance(call.receiver, KerasModel)
        if is_set and template_of(function_of(script, call.node)) != ASSIGN_STAGES:
            found.add(_stages_of_list(call.node.args[0]) if call.node.args else None)
    for node in script.nodes:
        function = facts.value(node.func).definition if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and len(node.args) == 2 and template_of(function) == ASSIGN_STAGES:
            found.add(facts.value(node.args[1]).number)
    return found.pop() if len(found) == 1 else None if found else 1


def _stages_of_list(node: ast.expr) -> int | None:
    """The stages in a list that is written, or in `[i * stages // layers for i in range(layers)]`."""
    numbers = written_numbers(node)
    if numbers:
        return 1 + max(numbers)
    match node:
        case ast.ListComp(
            elt=ast.BinOp(
                left=ast.BinOp(op=ast.Mult(), right=ast.Constant(value=int(stages))), op=ast.FloorDiv()
            )
        ):
            return stages
    return None


def written_numbers(node: ast.expr) -> list[int] | None:
    """Return the numbers in a list that is written, such as `[0] * 3 + [1, 1]`."""
    if isinstance(node, ast.List):
        numbers = [each.value for each in node.elts if isinstance(each, ast.Constant)]
        found = [number for number in numbers if type(number) is int]
        return found if len(found) == len(node.elts) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = written_numbers(node.left), written_numbers(node.right)
        return None if left is None or right is None else left + right
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.right, ast.Constant):
        left, times = written_numbers(node.left), node.right.value
        return None if left is None or type(times) is not int else left * times
    return None
