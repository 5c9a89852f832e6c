"""Arguments: how an argument of a call gets another value: in the call, or in what `*` and `**` unpack there."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.interpreter.facts import Facts, UnpackedArgument
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.call_arguments import argument, keyword_of
from gpu2ipu.edits import AddArgument, Edit, RemoveArgument, RemoveElement, Replace, SetItem
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.outcome import NewArgument


def rewritten(script: Script, facts: Facts, node: ast.expr, template: str) -> Edit:
    """Put a template in place of an argument, which `{item}` stands for."""
    unpacked = facts.unpacked.get(node)
    if unpacked is None:
        span = script.span(node)
        return Replace(span, template, (("item", span),) if "{item}" in template else ())
    call, source = script.span(unpacked.call), script.span(unpacked.source)
    return SetItem(call, source, unpacked.key, text_of(script, node), template, unpacked.length)


def set_argument(
    script: Script, facts: Facts, call: ast.Call, name: str, given: ast.expr | None, text: str
) -> Edit:
    """Give an argument a value, in its own place where it has one; `given` is what it is so far."""
    if given is None or keyword_of(call, name) is not None:
        return AddArgument(script.span(call), name, text)
    unpacked = facts.unpacked.get(given)
    written = written_item(script, facts, unpacked) if unpacked is not None and text.isdigit() else None
    return rewritten(script, facts, given if written is None else written, text)


def new_argument(fit_call: FitCall, name: str, value: Quantity) -> NewArgument:
    """Give an argument of a call of `fit`, `evaluate` or `predict` a value."""
    return NewArgument(fit_call.node, name, fit_call.arguments.get(name), value.written)


def set_argument_of(script: Script, fit_call: FitCall, name: str, text: str) -> Edit:
    """Return the edit that gives an argument of a call a value; a positional one stays in its position."""
    return set_argument(script, fit_call.facts, fit_call.node, name, fit_call.arguments.get(name), text)


def remove_keyword(script: Script, call: ast.Call, name: str) -> Edit | None:
    """Take a keyword argument out of a call; None where it is given otherwise."""
    return RemoveArgument(script.span(call), name) if keyword_of(call, name) is not None else None


def written_argument(script: Script, facts: Facts, given: ast.expr) -> ast.expr | None:
    """Return where the value of an argument is written: in the call, or in a dict that nothing else reads it from."""
    unpacked = facts.unpacked.get(given)
    return given if unpacked is None else written_item(script, facts, unpacked)


def remove_argument(script: Script, facts: Facts, given: ast.expr) -> Edit | None:
    """Take a keyword argument out of a call, or out of the dict that is unpacked there; None where it is neither."""
    written = written_argument(script, facts, given)
    holder = None if written is None else script.parents.get(written)
    call = script.parents[holder] if isinstance(holder, ast.keyword) else None
    if isinstance(holder, ast.keyword) and holder.arg is not None and isinstance(call, ast.Call):
        return RemoveArgument(script.span(call), holder.arg)
    if isinstance(holder, ast.Dict) and written in holder.values:
        return RemoveElement(script.span(holder), script.span(written))
    return None


def written_item(script: Script, facts: Facts, unpacked: UnpackedArgument) -> ast.expr | None:
    """The value of an item where a dict is written out, if nothing but the call reads the item from that dict."""
    if not isinstance(unpacked.source, ast.Name):
        return None
    variable = bindings_of(script).variable(unpacked.source)
    if variable is None or len(variable.bindings) != 1:
        return None
    others = [read for read in variable.reads if read is not unpacked.source]
    if not all(_reads_another_item(script, facts, read, unpacked.key) for read in others):
        return None
    made, statement = variable.bindings[0].value, statement_of(script, variable.bindings[0].node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    if isinstance(made, ast.Dict):
        pairs = zip(made.keys, made.values)
        found = [value for key, value in pairs if key is None or facts.value(key).constant == unpacked.key]
        return found[0] if len(found) == 1 and None not in made.keys else None
    if isinstance(made, ast.Call) and facts.qualified.get(made) == "builtins.dict":
        return argument(made, None, str(unpacked.key))
    return None


def _reads_another_item(script: Script, facts: Facts, read: ast.AST, key: int | str) -> bool:
    """True for `options["other"]`, which is the same whatever becomes of an item."""
    outer = script.parents[read]
    if not isinstance(outer, ast.Subscript) or not isinstance(outer.ctx, ast.Load):
        return False
    other = facts.value(outer.slice).constant
    return other is not None and other != key
