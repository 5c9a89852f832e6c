"""Own steps: what a training loop of the script's own does for each batch, and what keeps it from the IPU.

A step is a function that the loop calls, or statements of the loop itself (`inline_steps`). It takes gradients with a
tape and applies them; or, beside such a step, it runs a model on a batch for validation.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gpu2ipu.analysis.classes import MODEL_CLASSES, subclasses
from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts, Making
from gpu2ipu.analysis.kinds import Kind, Value
from gpu2ipu.analysis.known import OPEN_TAPE, TAPE
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import Function, ancestors, function_of, in_loop, statement_of
from gpu2ipu.plan.device_code import obstacle
from gpu2ipu.plan.frozen_values import frozen_value
from gpu2ipu.plan.host_loops import datasets_around
from gpu2ipu.plan.inline_steps import (
    CHANGING_NUMBER,
    InlineStep,
    loop_around,
    read_inline_step,
    read_model_call,
)

_MODEL_STEPS = ("train_step", "test_step", "predict_step")
# Methods that say nothing of a model.
_OF_TAPES_AND_TENSORS = {
    *("gradient", "jacobian", "batch_jacobian", "watch", "stop_recording", "reset"),
    *("numpy", "assign", "assign_add", "assign_sub", "append", "format"),
}
_UPDATES = ("apply_gradients", "minimize", "assign", "assign_sub", "assign_add")
_COMPILED = ("jit_compile", "experimental_compile")
_MADE_ONCE = (Kind.MODEL, Kind.OPTIMIZER)
_REFUSED = {"int16", "uint16", "uint32", "uint64", "complex64", "complex128", "str", "string", "object"}


class Step(NamedTuple):
    """What becomes a program for the IPU; with a reason it is left for a person."""

    node: ast.expr  # the tape, or the call of the model
    trains: bool
    reason: str = ""
    function: Function | None = None
    calls: tuple[ast.Call, ...] = ()  # of the function, on the host
    inline: InlineStep | None = None

    @property
    def places(self) -> tuple[ast.AST, ...]:
        """Where the host runs it."""
        return (self.inline.expression or self.inline.statements[0],) if self.inline else self.calls


@functools.lru_cache(maxsize=64)
def own_steps_of(script: Script) -> tuple[Step, ...]:
    """The steps of a script that is not content with `fit`, in order; none for one without tapes."""
    facts = facts_of(script)
    tapes = list(_tapes(script, facts)) if TAPE.rpartition(".")[2] in script.text and facts.makings else []
    outermost = {node: _outermost(facts, function_of(script, node)) for node in tapes}
    device = _with_named(facts, {function for function in outermost.values() if function is not None})
    steps: list[Step] = []
    for node, function in outermost.items():
        if function is None or not _updates(facts, function):
            steps += _inline(facts, node, function, device)
        elif all(step.function is not function for step in steps):
            steps.append(_of_function(facts, node, function, device, trains=True))
    if steps:
        steps += _validations(facts, steps, device)
    return tuple(steps)


def _tapes(script: Script, facts: Facts) -> Iterator[ast.expr]:
    """The first tape of each statement that opens some, where a model may run under it and `fit` does not."""
    models = set(subclasses(facts, MODEL_CLASSES))
    settled = run_on_the_device(facts)
    opened: dict[ast.stmt, ast.expr] = {}
    for node, name in facts.qualified.items():
        if name == TAPE:
            opened.setdefault(statement_of(script, node), node)
    for statement, node in sorted(opened.items(), key=lambda pair: pair[0].lineno):
        around = list(ancestors(script, node))
        if any((outer in models and _has_step(outer)) or outer in settled for outer in around):
            continue
        inner = next((outer for outer in around if isinstance(outer, Function)), statement)
        if _runs_a_model(facts, inner):
            yield node


def _outermost(
    facts: Facts, function: Function | None, seen: frozenset[ast.AST] = frozenset()
) -> Function | None:
    """The outermost function around that is a program as a whole; None where the function itself is not."""
    if function is None or function in seen:
        return None
    is_graph = facts.tf_function(function) is not None
    if obstacle(facts, function.body, is_graph):
        return function if is_graph else None
    callers = {stack[-1].function for stack in facts.calls.get(function, [])}
    caller = next(iter(callers)) if len(callers) == 1 else None
    outer = _outermost(facts, caller, seen | {function}) if isinstance(caller, Function) else None
    return outer or function


def _inline(facts: Facts, node: ast.expr, function: Function | None, device: set[ast.AST]) -> Iterator[Step]:
    """The steps whose statements stand in a loop: around a tape, or around the calls of a function with one."""
    places = [node] if function is None else list(_host_calls(facts, function, device))
    for place in places:
        if loop_around(facts.script, place) is None:
            host = function_of(facts.script, place)
            reason = obstacle(facts, host.body, is_graph=False) if host is not None else ""
            yield Step(node, True, f"its step has {reason}" if reason else "no loop stands around it")
            continue
        step = read_inline_step(facts, place)
        if isinstance(step, str):
            yield Step(node, True, step)
        elif not _updates(facts, *step.statements):
            yield Step(node, True, "the loop does not apply the gradients next to the tape")
        elif found := frozen_value(
            facts, _with_named(facts, set(step.statements)), step.statements[0].lineno
        ):
            yield Step(node, True, found)
        else:
            yield Step(node, True, inline=step)
    if not places:
        yield Step(node, True, "nothing in the script calls it")


def _of_function(
    facts: Facts, node: ast.expr, function: Function, device: set[ast.AST], *, trains: bool
) -> Step:
    calls = tuple(_host_calls(facts, function, device))
    return Step(node, trains, _why_left(facts, function, calls), function, calls)


def _why_left(facts: Facts, function: Function, calls: tuple[ast.Call, ...]) -> str:
    """What keeps a function, or one of its calls, from the IPU."""
    decorator = facts.tf_function(function)
    others = [each for each in function.decorator_list if each is not decorator]
    found = obstacle(facts, function.body, decorator is not None)
    if found:
        return f"its step has {found}"
    if others or isinstance(function, ast.AsyncFunctionDef):
        return "its step has other decorators"
    if _is_handed_over(facts, function):
        return f"`{function.name}` is handed over to others"
    if not calls:
        return f"nothing in the script calls `{function.name}`"
    if any(isinstance(c.func, ast.Attribute) and isinstance(c.func.value, ast.Call) for c in calls):
        return f"the object whose `{function.name}` is called has no name, and a compiled method does not keep it"
    if any(_is_in_graph(facts, call) for call in calls):
        return f"`{function.name}` is called in a `tf.function` that cannot be a program as a whole"
    if decorator is None and any(_is_made_anew(facts, function, making) for making in facts.makings):
        return "a model or an optimizer is made anew in a loop, which a compiled step cannot follow"
    if decorator is None and (found := frozen_value(facts, _with_named(facts, {function}), calls[0].lineno)):
        return found
    return next((reason for call in calls if (reason := _argument_refused(facts, call))), "")


def _argument_refused(facts: Facts, call: ast.Call) -> str:
    for node in (*call.args, *(keyword.value for keyword in call.keywords)):
        value = facts.value(node)
        if value.kind is Kind.CONSTANT and value.constant is None and value.dtype != "str":
            return CHANGING_NUMBER.format(ast.unparse(node))
        if (dtype := _refused_type(value)) is not None:
            return f"`{ast.unparse(node)}` holds {dtype}, which an IPU does not take"
    if any(keyword.arg is None for keyword in call.keywords):
        return "the arguments of its step come from a dict"
    return ""


def _refused_type(value: Value) -> str | None:
    """The type in an argument that cannot be taken or cast; a plain array of float64 can."""
    inner = [item for part in value.items for item in (part, *part.items)]
    types = [part.dtype for part in (value, *inner) if part.kind is Kind.ARRAY]
    refused = [dtype for dtype in types if dtype in _REFUSED]
    return next(
        iter(refused or [dtype for dtype in types[value.kind is Kind.ARRAY :] if dtype == "float64"]), None
    )


def _is_made_anew(facts: Facts, function: Function, making: Making) -> bool:
    """Whether a compiled function outlives a model or an optimizer that it was made for."""
    host = function_of(facts.script, function)
    is_method = any(isinstance(outer, ast.ClassDef) for outer in ancestors(facts.script, function))
    if making.value.kind not in _MADE_ONCE or is_method:
        return False
    frames = [frame for frame in making.stack if host is None or frame.function is host]
    return any(in_loop(facts.script, frame.call) for frame in frames)


def _is_in_graph(facts: Facts, call: ast.Call) -> bool:
    host = function_of(facts.script, call)
    return host is not None and facts.tf_function(host) is not None


def _host_calls(facts: Facts, function: Function, device: set[ast.AST]) -> Iterator[ast.Call]:
    """The calls of a function in code that the host runs, in order."""
    for node in sorted(_references(facts, function), key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.Call) and function_of(facts.script, node) not in device:
            yield node


def _references(facts: Facts, function: Function) -> Iterator[ast.expr]:
    """The calls of a function, and what else names it."""
    named = {node for node, value in facts.values.items() if value.definition is function}
    named = {node for node in named if isinstance(node, (ast.Name, ast.Attribute)) and not _is_stored(node)}
    for node in facts.values:
        if isinstance(node, ast.Call) and node.func in named:
            named.discard(node.func)
            yield node
    yield from named


def _is_stored(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store)


def _is_handed_over(facts: Facts, function: Function) -> bool:
    return any(not isinstance(node, ast.Call) for node in _references(facts, function))


# --- validation


def _validations(facts: Facts, steps: list[Step], device: set[ast.AST]) -> Iterator[Step]:
    """The steps that run a model without a tape: on the batches of a dataset, or as a `tf.function`."""
    taken = [statement for step in steps if step.inline for statement in step.inline.statements]
    inside = {node for statement in taken for node in ast.walk(statement)}
    found: set[ast.AST] = set()
    for node in (*_model_calls(facts), *_helper_calls(facts, steps, device)):
        function = function_of(facts.script, node)
        if (
            node in inside
            or function in device
            or _is_in_class_of_keras(facts, node)
            or _is_taped(facts, node)
        ):
            continue
        outer = _outermost(facts, function) if function is not None else None
        if outer is not None and outer not in found and outer not in device:
            calls = list(_host_calls(facts, outer, device | {outer}))
            if calls and (facts.tf_function(outer) is not None or _on_batches(facts, calls)):
                found.add(outer)
                yield _of_function(facts, node, outer, device | {outer}, trains=False)
        elif outer is None and any(datasets_around(facts, node)):
            step = read_inline_step(facts, node)
            if isinstance(step, str):
                only = read_model_call(facts, node)
                yield Step(node, False, inline=only) if only else Step(node, False, step)
            elif step.statements[0] not in found:
                found.update(step.statements)
                inside |= {inner for statement in step.statements for inner in ast.walk(statement)}
                yield Step(node, False, inline=step)


def _helper_calls(facts: Facts, steps: list[Step], device: set[ast.AST]) -> list[ast.Call]:
    """The calls on the host of functions that run a model for a step, and do it elsewhere too, in order."""
    helpers = device - {step.function for step in steps if step.function is not None}
    calls = [
        call
        for helper in helpers
        if isinstance(helper, Function) and _runs_a_model(facts, helper) and not _opens_tapes(facts, helper)
        for call in _host_calls(facts, helper, device)
    ]
    return sorted(calls, key=lambda node: (node.lineno, node.col_offset))


def _opens_tapes(facts: Facts, function: Function) -> bool:
    nodes = (node for one in _with_named(facts, {function}) for node in ast.walk(one))
    return any(isinstance(node, ast.expr) and facts.qualified.get(node) == TAPE for node in nodes)


def _model_calls(facts: Facts) -> list[ast.Call]:
    """The calls of models on data, in order."""
    calls = [
        node
        for node, value in facts.values.items()
        if isinstance(node, ast.Call)
        and facts.value(node.func).kind is Kind.MODEL
        and value.kind is not Kind.SYMBOL
    ]
    return sorted(calls, key=lambda node: (node.lineno, node.col_offset))


def _on_batches(facts: Facts, calls: Iterable[ast.Call]) -> bool:
    return all(any(datasets_around(facts, call)) for call in calls)


def _is_taped(facts: Facts, node: ast.AST) -> bool:
    """Whether a node stands under a tape, which is a step, or left, for itself."""
    blocks = (outer for outer in ancestors(facts.script, node) if isinstance(outer, ast.With))
    return any(facts.value(item.context_expr).name == OPEN_TAPE for block in blocks for item in block.items)


def _is_in_class_of_keras(facts: Facts, node: ast.AST) -> bool:
    """Whether a node stands in a model or layer of the script's own: it runs where that is run."""
    classes = (outer for outer in ancestors(facts.script, node) if isinstance(outer, ast.ClassDef))
    return any(facts.value(base).name.startswith("keras.") for outer in classes for base in outer.bases)


# --- what runs where


def _updates(facts: Facts, *nodes: ast.AST) -> bool:
    """Whether statements or functions, or what they call, change weights."""
    calls = (call for one in _with_named(facts, set(nodes)) for call in ast.walk(one))
    return any(
        isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _UPDATES
        for call in calls
    )


def _runs_a_model(facts: Facts, node: ast.AST) -> bool:
    """Whether a statement or function may run a model, by itself or by the functions of the script that it names."""
    calls = [
        call for one in _with_named(facts, {node}) for call in ast.walk(one) if isinstance(call, ast.Call)
    ]
    return any(_is_of_a_model(facts, call.func) for call in calls)


def _is_of_a_model(facts: Facts, function: ast.expr) -> bool:
    """Whether a called function may be a model, or may run one."""
    kind = facts.value(function).kind
    if isinstance(function, ast.Attribute) and kind is Kind.UNKNOWN:
        return function.attr not in _OF_TAPES_AND_TENSORS
    return kind not in (Kind.EXTERNAL, Kind.FUNCTION)


def _has_step(node: ast.AST) -> bool:
    """Whether a class has a step of its own, which IPU304 is about, with all that it calls in its class."""
    return isinstance(node, ast.ClassDef) and any(
        isinstance(child, ast.FunctionDef) and child.name in _MODEL_STEPS for child in node.body
    )


def run_on_the_device(facts: Facts) -> set[ast.AST]:
    """The functions that `strategy.run` compiles for the IPU, with those of the script that they name."""
    return _with_named(
        facts, {function for call in facts.values if (function := _handed_to_run(facts, call))}
    )


def _with_named(facts: Facts, nodes: set[ast.AST]) -> set[ast.AST]:
    """Functions or statements, with the functions of the script that they name, and so on."""
    found: set[ast.AST] = set()
    pending = set(nodes)
    while pending:
        found |= pending
        pending = {named for node in pending for named in _named(facts, node)} - found
    return found


def _named(facts: Facts, node: ast.AST) -> set[ast.AST]:
    definitions = (facts.value(inner).definition for inner in ast.walk(node) if isinstance(inner, ast.expr))
    return {definition for definition in definitions if isinstance(definition, Function)}


def _handed_to_run(facts: Facts, call: ast.expr) -> Function | None:
    """The function that a call hands to the strategy's `run`, where it is compiled as a whole."""
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "run"):
        return None
    if not call.args or facts.value(call.func.value).kind is not Kind.STRATEGY:
        return None
    function = facts.value(call.args[0]).definition
    return function if isinstance(function, Function) and _is_compiled(facts, function) else None


def _is_compiled(facts: Facts, function: Function) -> bool:
    return any(
        keyword.arg in _COMPILED and facts.value(keyword.value).constant is True
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call)
        for keyword in decorator.keywords
    )
