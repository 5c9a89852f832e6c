"""Predictions of replicated models, which must not be reduced over replicas as metrics are.

The option of the SDK reduces both: keras/ipu/extensions/extensions_base.py. So it is taken back before the first
prediction, if all training and evaluation is certain to come before that.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.selected_ipus import REPLICATION_SETTER
from gpu2ipu.analysis.library.keras import RUNNING
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import block_of, function_of, in_loop, path_to, statement_of
from gpu2ipu.analysis.values.library_objects import KerasModel, constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import Insert
from gpu2ipu.port.code.expression_text import text_of

_PREDICTING = tuple(method for method in RUNNING if method.startswith("predict"))


def without_reduction(script: Script, models: frozenset[CallPath]) -> tuple[Insert, ...] | None:
    """Return the edits that leave the predictions of some models as they are while their metrics are reduced.

    None where a prediction may come before other calls, or where the script does not show it.
    """
    calls = [call for call in facts_of(script).method_calls if isinstance(call.receiver, KerasModel)]
    seen = {
        call.node.func
        for call in calls
        if call.method in _PREDICTING and constructions_of(call.receiver)  # of which model is certain
    }
    if any(
        isinstance(node, ast.Attribute) and node.attr in _PREDICTING and node not in seen
        for node in script.nodes
    ):
        return None
    own = [call for call in calls if call.method in RUNNING and constructions_of(call.receiver) & models]
    predicting = [call for call in own if call.method in _PREDICTING]
    if not predicting:
        return ()
    first = min(predicting, key=lambda call: call.node.lineno)
    if not _come_before(script, [call for call in own if call.method not in _PREDICTING], first, models):
        return None
    func, file = first.node.func, script.file_of(first.node)
    place = _place(script, [call.node for call in predicting], first.node)
    inside = set(ast.walk(place)) if place is not None else set()
    if place is None or any(call.node in inside for call in own if call not in predicting):
        return None
    if not isinstance(func, ast.Attribute) or not is_pure(func.value):
        return None
    text = f'{text_of(file, func.value)}.{REPLICATION_SETTER}(replicated_metric_reduction_method="none")'
    return (Insert(file.span(place), text),)


def _come_before(
    script: Script, others: list[MethodCall], first: MethodCall, models: frozenset[CallPath]
) -> bool:
    """True if other calls are certain to come before a prediction of models, which are made once for all of them."""
    function = function_of(script, first.node)
    nodes = [first.node, *(call.node for call in others)]
    if any(function_of(script, node) is not function or in_loop(script, node) for node in nodes):
        return False
    here = [[node for node in path if function_of(script, node) is function] for path in models]
    if any(not path or any(in_loop(script, node) for node in path) for path in here):
        return False
    return all(call.node.lineno < first.node.lineno for call in others)


def _place(script: Script, nodes: list[ast.Call], first: ast.Call) -> ast.stmt | None:
    """The statement with the first of some nodes before which something is done for all of them."""
    paths = [set(path_to(script, statement_of(script, node))) for node in nodes]
    for statement in reversed(list(path_to(script, statement_of(script, first)))):
        if all(not path.isdisjoint(block_of(script, statement)) for path in paths):
            return statement
    return None
