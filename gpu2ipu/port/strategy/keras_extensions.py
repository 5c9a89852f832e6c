"""Keras extensions: a strategy without them where a model trains by a `train_step` of its own.

With the extensions of the SDK `fit` refuses such a model. Without them it is that of Keras: it runs each step by
`strategy.run`, as one execution, whatever `steps_per_execution` is, and takes elements of datasets as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.subclasses import (
    MODEL_CLASSES,
    is_without_extensions,
    methods,
    own_train_steps,
    strategies,
    subclasses,
)
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.distribution_strategies import replaced_strategies
from gpu2ipu.port.strategy.scope_blocks import scopes_of
from gpu2ipu.port.training_loop.loss_reduction import are_averaged_in
from gpu2ipu.records import record

_FUNCTIONS = ("make_train_function", "make_test_function", "make_predict_function")
_STEP_IS_FREE = ("2.5", "2.6")  # SDKs that refuse a step of one's own only with pipelines and accumulation


@record
class OverriddenStep(Outcome):
    """A method of a model class that `fit` with the extensions refuses; with edits, the strategy has none of them."""

    name: str


def overridden_steps(port: Port) -> Iterator[ast.FunctionDef]:
    """Yield the methods of model classes that the extensions refuse."""
    facts = facts_of(port.script)
    if not is_without_extensions(facts):
        yield from () if port.target.sdk in _STEP_IS_FREE else own_train_steps(facts)
        for node in subclasses(facts, MODEL_CLASSES):
            yield from methods(node, _FUNCTIONS)


@once
def leaves_extensions(port: Port) -> bool:
    """True if the strategy of the port is one without the extensions."""
    facts, target = facts_of(port.script), port.target
    if is_without_extensions(facts):
        return True
    is_plain = (target.replicas, target.stages, target.gradient_accumulation) == (1, 1, 1)
    if not (is_plain and target.micro_batch is None and port.makes(OverriddenStep)):
        return False
    refused, steps = list(overridden_steps(port)), own_train_steps(facts)
    if not refused or refused != steps or not are_averaged_in(facts, steps):
        return False
    if "_options(" in port.script.text:  # those of the extensions, as `set_pipelining_options`
        return False
    if facts.has_strategy:
        return bool(strategies(facts))
    scopes = scopes_of(port)
    return bool(scopes.configurations and scopes.needs_strategy) or bool(replaced_strategies(port))
