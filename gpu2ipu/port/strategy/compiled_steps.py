"""Compiled steps: the steps of a custom training loop, each a program that the strategy runs."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, statement_of
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import passed_values
from gpu2ipu.analysis.values.library_objects import TfDistributeStrategy
from gpu2ipu.edits import AddArgument, AddDecorator, Edit, Insert, Remove, Replace
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import Reach, reachable_strategy
from gpu2ipu.port.strategy.ipu_config import configuration, strategy_name
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.port.training_loop.extracted_step import InlineStep
from gpu2ipu.port.training_loop.outcomes import CustomStep, StepReason, Uncompiled
from gpu2ipu.port.training_loop.steps import Step, own_steps_of
from gpu2ipu.records import record

_COMPILE = "jit_compile=True"


@record
class _Functions:
    """The functions that steps have been moved into so far."""

    names: set[str]
    loops: set[ast.stmt]  # above which there are some

    def fresh(self, facts: Facts, stem: str) -> str:
        """Return a new name, which is taken from now on."""
        numbered = (stem if n == 1 else f"{stem}_{n}" for n in itertools.count(1))
        name = next(name for each in numbered if (name := fresh_name(facts.script, each)) not in self.names)
        self.names.add(name)
        return name


def custom_steps(port: Port) -> Iterator[CustomStep]:
    """Yield what becomes of the steps of a script that is not content with `fit`."""
    facts, functions = facts_of(port.script), _Functions(set(), set())
    for step in own_steps_of(port):
        reaches = _reaches(port, step)
        hindrance = step.hindrance or _without_strategy(port, facts, reaches)
        if hindrance is not None:
            yield CustomStep(step.node, step.trains, hindrance)
        else:
            edits = _edits(port, facts, step, [reach for reach in reaches if reach], functions)
            yield CustomStep(step.node, step.trains, edits=tuple(edits))


def _reaches(port: Port, step: Step) -> list[Reach | None]:
    """How each place that runs a step gets at the strategy."""
    script, name = port.script, strategy_name(port)
    return [reachable_strategy(script, statement_of(script, place), name) for place in step.places]


def _without_strategy(port: Port, facts: Facts, reaches: list[Reach | None]) -> Uncompiled | None:
    """Why a step cannot be run by a strategy, if it cannot."""
    if any(isinstance(value, TfDistributeStrategy) for value in facts.values.values()):
        return Uncompiled(StepReason.OTHER_STRATEGY)
    if None in reaches:
        return Uncompiled(StepReason.OUT_OF_REACH)
    files = {file for reach in reaches if reach for file in reach.entries}
    configured = scopes_of(port).configurations
    is_made = all(file in configured or facts_of(file).has_strategy for file in files)
    return None if is_made else Uncompiled(StepReason.NO_STRATEGY)


def _edits(
    port: Port, facts: Facts, step: Step, reaches: list[Reach], functions: _Functions
) -> Iterator[Edit]:
    script = port.script
    for reach in reaches:
        yield from configuration(port, reach.entries)
        yield from reach.edits
    if step.inline:
        (place,) = reaches
        yield from _moved(script, step.inline, _stem(step), place.name, functions)
        return
    assert step.function is not None
    yield from _decorated(script, facts, step.function)
    for call, reach in zip(step.calls, reaches, strict=True):
        yield from _run(script, facts, call, reach.name)


def _tensorflow(script: Script, node: ast.AST) -> tuple[str, tuple[Edit, ...]]:
    """The name of TensorFlow in the file of a node, with the import that it may need."""
    file = script.file_of(node)
    return module_alias(file, facts_of(file), "tensorflow", "tf")


def _decorated(script: Script, facts: Facts, function: Function) -> Iterator[Edit]:
    decorator = facts.tf_function(function)
    if isinstance(decorator, ast.Call):
        keyword, _, value = _COMPILE.partition("=")
        yield AddArgument(script.span(decorator), keyword, value)
    elif decorator is not None:
        span = script.span(decorator)
        yield Replace(span, f"{{function}}({_COMPILE})", (("function", span),))
    else:
        tf, imports = _tensorflow(script, function)
        yield from imports
        yield AddDecorator(script.span(function), f"{tf}.function({_COMPILE})")


def _run(script: Script, facts: Facts, call: ast.Call, strategy: str) -> Iterator[Edit]:
    """The edits that make `step(x, y=z)` a `strategy.run(step, args=(x,), kwargs={"y": z})`."""
    parts = [("step", script.span(call.func))]
    texts: list[str] = []
    for i, node in enumerate(passed_values(call)):
        inner = node.value if isinstance(node, ast.Starred) else node
        parts.append((f"a{i}", script.span(inner)))
        text = f"{{a{i}}}"
        if facts.value(inner).dtype == "float64" and isinstance(facts.value(inner), Array):
            tf, imports = _tensorflow(script, call)
            yield from imports
            text = f"{tf}.cast({text}, {tf}.float32)"
        texts.append(f"*{text}" if isinstance(node, ast.Starred) else text)
    positional, named = texts[: len(call.args)], texts[len(call.args) :]
    given = f", args=({_tuple(positional)})" if positional else ""
    if named:
        pairs = (f'"{keyword.arg}": {text}' for keyword, text in zip(call.keywords, named))
        given += f", kwargs={{{', '.join(pairs)}}}"
    template = f"{strategy}.run({{step}}{given})"
    yield Replace(script.span(call), template, tuple(parts))


def _tuple(items: list[str] | tuple[str, ...]) -> str:
    return f"{items[0]}," if len(items) == 1 else ", ".join(items)


def _stem(step: Step) -> str:
    """What the function of an extracted step is called, if nothing else is."""
    if step.inline and step.inline.expression:
        return "run_model"
    return "train_step" if step.trains else "test_step"


def _moved(
    script: Script, inline: InlineStep, stem: str, strategy: str, functions: _Functions
) -> Iterator[Edit]:
    """The edits that move statements into a function before the loop, and call it in their place."""
    tf, imports = _tensorflow(script, inline.loop)
    yield from imports
    name = functions.fresh(facts_of(script.file_of(inline.loop)), stem)
    body = inline.text(script)
    if inline.outputs:
        body += f"\nreturn {', '.join(inline.outputs)}"
    gap = "\n" if inline.loop.col_offset else "\n\n"
    above = "" if inline.loop in functions.loops else gap
    lines = "\n".join(f"    {line}" if line else line for line in body.split("\n"))
    function = f"@{tf}.function({_COMPILE})\ndef {name}({', '.join(inline.inputs)}):\n{lines}"
    yield Insert(script.span(inline.loop), f"{above}{function}{gap}")
    arguments = f", args=({_tuple(inline.inputs)})" if inline.inputs else ""
    call = f"{strategy}.run({name}{arguments})"
    functions.loops.add(inline.loop)
    first, *rest = inline.statements
    if inline.expression is not None:
        yield Replace(script.span(inline.expression), call)
        return
    yield Replace(script.span(first), f"{', '.join(inline.outputs)} = {call}" if inline.outputs else call)
    for statement in rest:
        yield Remove(script.span(statement), with_comments=True)
