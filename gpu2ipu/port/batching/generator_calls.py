"""Generator inputs: the calls of a script that generators feed, with what becomes of these."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit, RemoveArgument, Replace
from gpu2ipu.port.batching.generator_input.generators import generated, generators_of, is_replaced
from gpu2ipu.port.batching.micro_batches import replicated_target
from gpu2ipu.port.batching.outcomes import GeneratorData
from gpu2ipu.port.port import Port


def generator_data(port: Port) -> Iterator[GeneratorData]:
    """Yield what becomes of the generators that feed the calls of a script.

    An old method is either replaced by a new one, with all that feeds it, or not at all.
    """
    together = replicated_target(port).inference_round
    for fit_call in fit_calls_of(port.script):
        found = [generated(port, fit_call, data, together) for data in generators_of(fit_call)]
        if not fit_call.is_legacy:
            yield from found
        elif is_replaced(fit_call, found):
            script = port.script.file_of(fit_call.node)
            for each in found:
                yield replace(each, edits=(*each.edits, *_renamed(script, fit_call, each.edits)))
        else:
            yield from (replace(each, edits=()) for each in found)


def _renamed(script: Script, fit_call: FitCall, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Call `fit` in place of `fit_generator`: arguments that are elsewhere there get their names."""
    func = fit_call.node.func
    if not isinstance(func, ast.Attribute):
        return ()
    model = ("model", script.span(func.value))
    keywords = [keyword.arg for keyword in fit_call.node.keywords]
    if len(fit_call.node.args) <= 1 and "generator" not in keywords:
        return (Replace(script.span(func), f"{{model}}.{fit_call.method}", (model,)),)
    removed = {edit.keyword for edit in edits if isinstance(edit, RemoveArgument)}
    names = [name for name in fit_call.arguments if name not in removed]
    written = ", ".join(f"{'' if name == 'x' else name + '='}{{{name}}}" for name in names)
    parts = [(name, script.span(fit_call.arguments[name])) for name in names]
    template = f"{{model}}.{fit_call.method}({written})"
    return (Replace(script.span(fit_call.node), template, (model, *parts)),)
