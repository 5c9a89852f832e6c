"""IPU103: a model, optimizer or metric is created outside the scope of an IPUStrategy.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/keras_tf2.html
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.outcomes import (
    BlockOfOtherStrategy,
    CreatedAtImport,
    PassedBuilder,
    ReplacedLayer,
    ScopedBlock,
    ScopeOfStandIn,
    UncalledBuilder,
)
from gpu2ipu.port.strategy.scoped_objects import scoped_objects
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words

_CREATED = "a Keras object is created"


def _scoped(outcome: ScopedBlock) -> Words:
    created = "a variable that a program for the IPU reads is created" if outcome.of_variables else _CREATED
    if not outcome.edits:
        return Words(f"{created} outside the scope of the IPUStrategy: pass the strategy to this function")
    return Words(f"{created} outside the scope of an IPUStrategy", f"wrap in `{outcome.header}`")


def _replaced(outcome: ReplacedLayer) -> Words:
    variables = f"`adapt` creates variables of `{outcome.name}` outside of the scope"
    return Words(f"{variables}: create the model's layer inside", outcome.statement)


def _of_other_strategy(_: BlockOfOtherStrategy) -> Words:
    return Words(
        f"{_CREATED} in a script with a `tf.distribute` strategy: replace that by an IPUStrategy first"
    )


def _of_stand_in(outcome: ScopeOfStandIn) -> Words:
    return Words(
        f"`{ast.unparse(outcome.node)}` may be no scope of the IPUStrategy: enter that in every case"
    )


def _at_import(_: CreatedAtImport) -> Words:
    return Words(
        f"{_CREATED} when this module is imported, before an IPU is configured: create it in a function, and "
        "call the function in the scope of the script that trains"
    )


def _passed(outcome: PassedBuilder) -> Words:
    return Words(
        f"`{ast.unparse(outcome.node)}` is passed to `{ast.unparse(outcome.taker)}`, which calls it outside of the "
        "scope: enter the strategy's scope in it; what is trained there needs full batches, too"
    )


def _uncalled(outcome: UncalledBuilder) -> Words:
    """What the scripts do that call the functions; a note where a file only builds, and has nothing to port."""
    first, *others = outcome.names
    several = f" and {len(others)} more here create" if others else " creates"
    them = "them" if others else "it"
    message = f"`{first}`{several} Keras objects, and nothing in this script calls {them}"
    call = (
        f"call {them} with an IPUStrategy"
        if outcome.takes_strategy
        else f"call {them} in the strategy's scope"
    )
    return Words(f"{message}: configure an IPU in the script that does, and {call}", asks=outcome.is_trained)


class ModelOutsideScope(Rule):
    """A Keras object is created outside of the scope."""

    id = "IPU103"
    name = "model-outside-scope"
    severity = Severity.ERROR
    effort = Effort.LOW
    words = (
        (ScopedBlock, _scoped),
        (ReplacedLayer, _replaced),
        (BlockOfOtherStrategy, _of_other_strategy),
        (ScopeOfStandIn, _of_stand_in),
        (CreatedAtImport, _at_import),
        (PassedBuilder, _passed),
        (UncalledBuilder, _uncalled),
    )
    what = (
        "A model, layer, optimizer or metric is created, loaded or compiled outside `IPUStrategy().scope()`."
    )
    why = "Only objects that are created inside the scope run on the IPU; other models silently train on the CPU."
    fix = "wrap the statements that create and compile it"
    before = SET_UP + """
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""
    after = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each block of statements, and one for each function that nothing calls."""
        yield from self.reported(port, scoped_objects(port))
