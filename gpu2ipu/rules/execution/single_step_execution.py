"""IPU301: a model is compiled without `steps_per_execution`.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/keras_tf2.html
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.outcomes import (
    CalledElsewhere,
    CompiledLater,
    Computed,
    ExecutionSteps,
    Loaded,
    ManyExecutions,
    SetAtFit,
    UnknownSteps,
    Unpacked,
)
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words

_SINGLE = "`compile` without `steps_per_execution`: each execution runs a single batch"
_LOADED = (
    "a loaded model has no `steps_per_execution`: each execution runs a single batch; compile it before `fit`, "
    "with `optimizer=model.optimizer` to keep its state"
)


def _words(outcome: ExecutionSteps) -> Words:
    match outcome.change:
        case Computed(text, draws):
            message = (
                f"{_SINGLE}; counting the batches draws random numbers, so that those drawn later differ"
            )
            safety = Safety.REVIEW if draws else Safety.SAFE
            return Words(message if draws else _SINGLE, f"steps_per_execution={text}", safety)
        case CompiledLater(is_repeated):
            title = "move `compile` below its data, where `steps_per_execution` can be computed"
            return Words(_SINGLE, title, Safety.REVIEW if is_repeated else Safety.SAFE)
        case SetAtFit(text):
            title = (
                f"set it in front of `fit`, where the steps are known: {text}; the same `compile` once more"
            )
            return Words(_SINGLE, title, Safety.REVIEW)  # by methods of Keras that are private
        case Unpacked():
            unknown = "cannot determine whether `**` passes `steps_per_execution` to `compile`"
            return Words(f"{unknown}: pass it by name")
        case CalledElsewhere(method):
            unknown = f"cannot determine where `{method}` is called"
            return Words(f"{_SINGLE}; {unknown}: set a number that divides its batches")
        case Loaded():
            return Words(_LOADED)
        case UnknownSteps(call, is_endless, builder):
            when = "because its dataset has no size" if is_endless else "at `compile()`"
            count = f"the step count of {call}" if call else "the step count"
            suggestion = f": call `{builder}` below its data" if builder else ""
            return Words(f"{_SINGLE}; {count} is not known {when}{suggestion}")


def _many_words(outcome: ManyExecutions) -> Words:
    executions = -(-outcome.steps // outcome.given)
    given = f"`steps_per_execution={outcome.given}`"
    message = f"{given} makes {executions:,} executions of the {outcome.steps:,} batches of an epoch"
    return Words(message, f"steps_per_execution={outcome.text}")


class SingleStepExecution(Rule):
    """Every batch is an execution of its own, or each few of them."""

    id = "IPU301"
    name = "single-step-execution"
    severity = Severity.WARNING
    effort = Effort.LOW
    words = ((ExecutionSteps, _words), (ManyExecutions, _many_words))
    what = (
        "`compile` has no `steps_per_execution`, or a small one that makes many executions of an epoch; or a loaded "
        "model is trained without `compile`."
    )
    why = (
        "The IPU runs this number of batches without the host. With one, which is the default of Keras, "
        'most of the time is spent on the host. The SDK logs "has been configured with only 1 '
        'steps per execution".'
    )
    fix = "add a value that suits training, validation, evaluation and prediction"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x_train, y_train, batch_size=100)
"""
    after = before.replace(
        '"sparse_categorical_crossentropy")',
        '"sparse_categorical_crossentropy", steps_per_execution=len(x_train) // 100)',
    )

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each `compile`."""
        yield from self.reported(port, calls_of_models(port))
