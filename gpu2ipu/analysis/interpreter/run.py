"""The run of the abstract interpretation over all files of a script; `facts_of` is what others call."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.environment import Scope
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.host_branches import leave_out
from gpu2ipu.analysis.interpreter.statements import Evaluator
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import FileOfScript, Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, decorator_names
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.definitions import Instance, ScriptFunction


def facts_of(script: Script) -> Facts:
    """Evaluate a script, or the program that a file is part of; the answer is kept, so that every rule may ask."""
    if isinstance(script, FileOfScript) and script.program is not None:
        return _facts_of(script.program).of_files[script]
    return _facts_of(script)


@once
def _facts_of(script: Script) -> Facts:
    evaluator = Evaluator(Facts(script))
    _run(evaluator)
    leave_out(evaluator.facts)
    return evaluator.facts


def _run(evaluator: Evaluator) -> None:
    """Evaluate what is run by itself and what it imports, then what nothing imported or called."""
    for file in evaluator.facts.script.files:
        if file.is_entry:
            evaluator.scope = Scope(version=evaluator.version)
            evaluator.block(file.tree.body)
    for file in evaluator.facts.script.files:
        if not file.is_entry:
            evaluator.module(file)
    for function in _uncalled(evaluator):
        if function not in evaluator.done:
            _run_uncalled(evaluator, function)
    for handed_on in [node for node in evaluator.closures if isinstance(node, ast.Lambda)]:
        if handed_on not in evaluator.done:
            _run_uncalled(evaluator, handed_on)


def _uncalled(evaluator: Evaluator) -> list[Function]:
    """The functions that nothing has called: first those that may call others of them, and know with what."""
    nodes, parents = evaluator.facts.script.nodes, evaluator.facts.script.parents
    found = [node for node in nodes if isinstance(node, Function) and node not in evaluator.done]
    if len(found) < 2:
        return found
    called = {name for node in nodes if isinstance(node, ast.Call) and (name := _last_name(node.func))}

    def order(function: Function) -> int:
        if not isinstance(parents[function], ast.Module):
            return 1
        return 2 if function.name in called else 0

    return sorted(found, key=order)


def _run_uncalled(evaluator: Evaluator, node: Function | ast.Lambda) -> None:
    if node not in evaluator.closures:  # inside a function or class whose body was never reached
        evaluator.closures[node] = evaluator.scope.module
    owner = next(ancestors(evaluator.facts.script, node))
    is_bound = isinstance(owner, ast.ClassDef) and "staticmethod" not in decorator_names(node)
    me = [Instance(owner)] if is_bound else []
    for instance in me:
        evaluator.find_model_of(instance)
    # what is unknown here says nothing of what code without Keras calls
    evaluator.follows_calls = evaluator.facts.script.file_of(node).reaches_keras
    evaluator.call_function(ScriptFunction(node), Arguments(tuple(me), starred=True), node)


def _last_name(node: ast.expr) -> str:
    """The last name of `a` and `a.b`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
