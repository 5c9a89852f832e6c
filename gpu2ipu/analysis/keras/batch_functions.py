"""Functions that are given whole batches, and whether what they give is the mean over the samples of a batch.

What is no mean (a contrast of each sample with the others, a ratio of sums, the largest value) is another number for
batches of another size: the functions of losses and metrics, the classes of the script for these, and its layers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.row_dependence import RowDependence, dependences_of
from gpu2ipu.analysis.keras.subclasses import lineage, methods
from gpu2ipu.analysis.library.reductions import AXES
from gpu2ipu.analysis.syntax.tree import Function, ancestors, function_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.definitions import ScriptFunction
from gpu2ipu.analysis.values.value import UNKNOWN

_MEANS = ("mean", "reduce_mean")
_LINEAR = (*_MEANS, "cast", "identity", "add", "subtract", "add_n", "sum", "reduce_sum", "add_loss")
_TWO_BATCHES = ("matmul", "dot")
_REORDERS = ("flatten",)  # of all samples, whose mean stays what it is
_ADDITIVE = ("sum", "reduce_sum", "count_nonzero", "size", "shape", "len", "flatten", "confusion_matrix")
_EXTREMES = {"reduce_max": "maximum", "max": "maximum", "reduce_min": "minimum", "min": "minimum"}


def looks_at_batch(facts: Facts, function: ast.AST, is_loss: bool) -> bool:
    """Return whether a loss or metric is no mean over the samples of a batch.

    A loss is weighted by the samples of its batch, so that what is linear in means stays what it is; a metric is not.
    """
    return any(_matters(facts, function, each, is_loss) for each in _dependences(facts, function))


def method_looks_at_batch(facts: Facts, definition: ast.ClassDef, name: str, is_loss: bool) -> bool:
    """Return whether a method of a class of the script, which is given batches, is no mean over their samples."""
    for owner in lineage(facts, definition):
        for method in methods(owner, (name,)):
            return looks_at_batch(facts, method, is_loss)
    return False


def state_looks_at_batch(facts: Facts, definition: ast.ClassDef) -> bool:
    """Return whether a metric of the script counts batches, or adds up what is no sum over samples."""
    for owner in lineage(facts, definition):
        for method in methods(owner, ("update_state",)):
            found = (each for each in _dependences(facts, method) if not _adds_up(facts, each.node))
            return any(map(_is_clear, found)) or any(map(_counts_batches, ast.walk(method)))
    return False


def mixes_samples(facts: Facts, definition: ast.ClassDef) -> bool:
    """Return whether a layer or model of the script makes of a sample what others of its batch decide."""
    for owner in lineage(facts, definition):
        for method in methods(owner, ("call",)):
            return function_mixes(facts, ScriptFunction(method, UNKNOWN))
    return False


def function_mixes(facts: Facts, function: ScriptFunction) -> bool:
    """Return whether a function makes of a sample what others of its batch decide.

    Products of two tensors do not say so: attention multiplies those of each sample.
    """
    found = (each.node for each in dependences_of(facts, function) if each.is_certain)
    return any(not _reorders(facts, node) and not _is_added(facts, node) for node in found)


def adds_up_batch(facts: Facts, add_loss: ast.Call) -> bool:
    """Return whether what `add_loss` is given is another number for batches of another size: no mean over samples."""
    function = function_of(facts.script, add_loss)
    outer = function if isinstance(function, Function) else None
    pending, seen = [*add_loss.args], set[str]()
    for node in pending:
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and is_over_samples(facts, part):
                if _last_name(facts, part) not in _MEANS or not _is_averaged(facts, part, 0):
                    return True
            elif isinstance(part, ast.Name) and part.id not in seen:
                seen.add(part.id)
                pending += _assigned(facts, part, outer)
    return False


def _assigned(facts: Facts, name: ast.Name, function: Function | None) -> Iterator[ast.expr]:
    """What a name is given in a function, or at module level."""
    for value in bindings_of(facts.script).assigned(name):
        if function_of(facts.script, value) is function:
            yield value


def is_over_samples(facts: Facts, call: ast.Call) -> bool:
    """True if a call reduces all axes, or that of the samples."""
    axis = AXES.get(facts.qualified.get(call, ""))
    if axis is None or not axis.reduces:
        return False
    given = argument(call, axis.position, axis.keyword)
    if given is None:
        return axis.default in (None, 0)
    try:
        said = ast.literal_eval(given)
    except (ValueError, TypeError):  # the latter for a list in a set or as a key
        return False
    return said is None or said == 0 or (isinstance(said, (list, tuple)) and 0 in said)


def _dependences(facts: Facts, function: ast.AST) -> Iterator[RowDependence]:
    is_method = isinstance(function, Function) and isinstance(
        next(ancestors(facts.script, function), None), ast.ClassDef
    )
    yield from dependences_of(facts, ScriptFunction(function, UNKNOWN if is_method else None))


def _matters(facts: Facts, function: ast.AST, found: RowDependence, is_loss: bool) -> bool:
    node, name = found.node, _last_name(facts, found.node)
    if not _is_clear(found) or _reorders(facts, node):
        return False
    return not (is_loss and name in _MEANS and _is_averaged(facts, node, 0))


def _is_clear(found: RowDependence) -> bool:
    """True if samples are mixed, or two batches multiplied, which matters for all but matrices of each sample."""
    node = found.node
    if found.is_certain or isinstance(node, ast.BinOp):
        return True
    if not isinstance(node, ast.Call):
        return False
    func = node.func
    name = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
    return name in _TWO_BATCHES or (name == "einsum" and _contracts_samples(node))


def _contracts_samples(einsum: ast.Call) -> bool:
    """True if an equation does not name the same first axis for each batch and for the result."""
    equation = einsum.args[0].value if einsum.args and isinstance(einsum.args[0], ast.Constant) else None
    if not isinstance(equation, str) or "->" not in equation:
        return False
    given, result = equation.replace(" ", "").split("->")
    return any(not term.startswith((result[:1], ".")) for term in given.split(",")) if result else True


def _is_averaged(facts: Facts, node: ast.expr, depth: int) -> bool:
    """True if a result of a function is linear in an expression: sums, differences and products with constants."""
    inner: ast.AST = node
    for outer in ancestors(facts.script, node):
        match outer:
            case ast.Return() | ast.Lambda() | ast.Expr():
                return True
            case ast.BinOp(op=ast.Add() | ast.Sub()) | ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                pass
            case ast.BinOp(left=left, op=ast.Mult() | ast.Div(), right=right):
                other = right if inner is left else left
                if _has_call(other) or (inner is right and isinstance(outer.op, ast.Div)):
                    return False
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(
                target=ast.Name(id=name), op=ast.Add() | ast.Sub()
            ):
                return depth < 3 and _reads_are_averaged(facts, outer, name, depth)
            case ast.Call() if inner in outer.args and _last_name(facts, outer) in _LINEAR:
                pass
            case ast.List() | ast.Tuple():
                pass
            case _:
                return False
        inner = outer
    return True


def _reads_are_averaged(facts: Facts, bound: ast.stmt, name: str, depth: int) -> bool:
    return all(_is_averaged(facts, node, depth + 1) for node in _reads(facts, bound, name))


def _reads(facts: Facts, bound: ast.stmt, name: str) -> Iterator[ast.Name]:
    """The reads of a name in the function, or module, that binds it."""
    function = function_of(facts.script, bound)
    for node in ast.walk(function or facts.script.tree):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield node


def _has_call(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


def _adds_up(facts: Facts, node: ast.expr) -> bool:
    """True if the results of batches together are that of all samples: sums, and the largest of the largest."""
    name = _last_name(facts, node)
    within = [each for each in ancestors(facts.script, node) if isinstance(each, ast.Call)]
    if name in _EXTREMES:
        return any(_last_name(facts, each) == _EXTREMES[name] for each in within)
    return name in _ADDITIVE or not isinstance(node, ast.Call)


def _counts_batches(node: ast.AST) -> bool:
    """True of `self.n.assign_add(1)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    return node.func.attr == "assign_add" and bool(node.args) and isinstance(node.args[0], ast.Constant)


def _reorders(facts: Facts, node: ast.expr) -> bool:
    return _last_name(facts, node) in _REORDERS


def _is_added(facts: Facts, node: ast.expr, depth: int = 0) -> bool:
    """True if an expression ends in what `add_loss` or `add_metric` is given, which is asked itself."""
    for outer in ancestors(facts.script, node):
        if isinstance(outer, ast.Call) and _method(outer) in ("add_loss", "add_metric"):
            return True
        if isinstance(outer, ast.Assign) and isinstance(target := outer.targets[0], ast.Name):
            reads = list(_reads(facts, outer, target.id)) if depth < 3 else []
            return bool(reads) and all(_is_added(facts, read, depth + 1) for read in reads)
        if isinstance(outer, ast.stmt):
            return False
    return False


def _method(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _last_name(facts: Facts, node: ast.AST) -> str:
    """The last part of the name of what is called."""
    if not isinstance(node, ast.Call):
        return ""
    return facts.qualified.get(node, _method(node)).rpartition(".")[2]
