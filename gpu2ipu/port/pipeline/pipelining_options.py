"""Pipelining options: the call of `set_pipelining_options`, and for models that are not trained where it is made.

keras/ipu/extensions/extensions_base.py of the SDK: training needs a number of micro-batches, and without
`accumulate_outfeed` the results of `evaluate` are those of the last batch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.compile_statements import compile_statement
from gpu2ipu.analysis.keras.gradient_accumulation import (
    PIPELINE_SETTER,
    REDUCTION,
    STEPS,
    accumulating_calls,
)
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import Edit, Insert, Where
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name
from gpu2ipu.port.port import Port
from gpu2ipu.schedules import DEFAULT, SCHEDULES


def pipelining_options(port: Port, compiling: MethodCall, accumulation: int | None) -> Iterator[Edit]:
    """Yield the edits that set the options of the pipeline of a model, behind the statement that compiles it.

    `accumulation` is the number of micro-batches of a weight update; None for a model that is not trained.
    """
    file, compiled = port.script.file_of(compiling.node), compile_statement(port.script, compiling)
    if compiled is None:
        return
    arguments = {} if accumulation is None else {STEPS: str(accumulation)}
    arguments["accumulate_outfeed"] = "True"
    arguments |= {} if accumulation is None else {REDUCTION: '"mean"'}
    if port.target.schedule != SCHEDULES[DEFAULT]:
        facts = facts_of(file)
        member = port.target.schedule.member
        arguments["pipeline_schedule"] = f"{ipu_name(facts)}.ops.pipelining_ops.PipelineSchedule.{member}"
        if not imported_ipu(facts):
            yield ipu_import(file, facts)
    yield setting(file, compiled.statement, compiled.model, PIPELINE_SETTER, arguments)


def setting(
    file: Script, statement: ast.stmt, model: ast.expr, setter: str, arguments: dict[str, str]
) -> Insert:
    """Return the edit that calls a setter of a model behind a statement."""
    given = ", ".join(f"{name}={value}" for name, value in arguments.items())
    return Insert(file.span(statement), f"{text_of(file, model)}.{setter}({given})", Where.AFTER)


def options_of_untrained(port: Port, model: CallPath) -> Iterator[Edit]:
    """Yield the edits that set the options of a pipeline that only evaluates or predicts."""
    facts = facts_of(port.script)
    called = {call.method for call in facts.method_calls if model in constructions_of(call.receiver)}
    is_default = port.target.schedule == SCHEDULES[DEFAULT]
    if "fit" in called or not called & ({"evaluate"} if is_default else {"evaluate", "predict"}):
        return
    if accumulating_calls(port.script, [model]):
        return
    compiling = (call for call in facts.compile_calls if model in constructions_of(call.receiver))
    for call in {call.node: call for call in compiling}.values():
        yield from pipelining_options(port, call, None)
