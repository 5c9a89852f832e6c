"""IPU305: a custom training loop with `tf.GradientTape`.

tensorflow/python/ipu/ipu_strategy.py of the SDK: "does not support eager execution. Either convert `fn` into a
tf.function". Each step becomes a program that `strategy.run` starts, and the loop stays on the host: what it prints,
counts and decides between two steps stays as it is. A loop on the device (fixtures/custom_loop_outfeed) saves the way
to the host and back, but the host then sees nothing of a step.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.keras.graph_obstacles import Obstacle, ObstacleKind
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.compiled_steps import custom_steps
from gpu2ipu.port.training_loop.loss_reduction import averaged_losses
from gpu2ipu.port.training_loop.outcomes import AveragedLoss, CustomStep, Hindrance, StepReason
from gpu2ipu.rules.rule import Effort, Rule, Words

_TRAINS = "a `GradientTape` outside of `fit`"
_COMPUTES = "a model is called outside of `fit`, in a script with a custom training loop"
_AVERAGES = (
    "in `strategy.run` a loss object must not average over the batch: "
    '"Please use `tf.keras.losses.Reduction.SUM` or `tf.keras.losses.Reduction.NONE`"'
)
_SUGGESTION = (
    "write the step as a `tf.function(jit_compile=True)` that takes and returns tensors only, and call it with "
    "`strategy.run`; keep the loop over the dataset outside of the strategy's scope"
)
_OBSTACLES = {
    ObstacleKind.FLOAT64: "float64, which an IPU does not have",
    ObstacleKind.DATASET_LOOP: "a loop over a dataset inside of the `tf.function`",
    ObstacleKind.ON_HOST: "`{code}`, which an IPU does not run",
    ObstacleKind.DECIDED: "`{code}`, which Python decides",
    ObstacleKind.ASSIGNED: "the assignment to `{code}`",
    ObstacleKind.PYTHON: "`{code}`",
}
_REASONS = {
    StepReason.IN_ELSE: "it is in the `else` of a loop",
    StepReason.ENCLOSES_STEP: "its step encloses another one",
    StepReason.CARRIES_VALUE: "its step changes a value that the next iteration reads",
    StepReason.SHARES_LINES: "its statements share lines with others, or contain a multi-line string",
    StepReason.CHANGING_NUMBER: (
        "`{code}` is a number of Python's, with which the step would be compiled anew each time"
    ),
    StepReason.CREATED_IN_LOOP: "`{code}` is created again in each iteration, which a compiled step does not see",
    StepReason.NO_LOOP: "no loop encloses it",
    StepReason.NO_UPDATE: "the loop does not apply the gradients next to the tape",
    StepReason.CHANGING_VALUE: "`{code}` changes while the script runs, and a compiled step keeps its first value",
    StepReason.NEVER_CALLED: "nothing in the script calls `{code}`",
    StepReason.DECORATED: "its step has other decorators",
    StepReason.PASSED_ON: "`{code}` is passed to other code",
    StepReason.UNNAMED_OBJECT: (
        "the object whose `{code}` is called has no name, and a compiled method does not keep it alive"
    ),
    StepReason.IN_GRAPH: "`{code}` is called in a `tf.function` that cannot be compiled as one program",
    StepReason.NEW_MODEL: "a loop creates a new model or optimizer, which a compiled step does not see",
    StepReason.UNSUPPORTED_ARGUMENT: "`{code}` holds {dtype}, which an IPU does not support",
    StepReason.UNPACKED: "the arguments of its step come from `**`",
    StepReason.OTHER_STRATEGY: "the script has another strategy",
    StepReason.OUT_OF_REACH: "the strategy is not accessible here",
    StepReason.NO_STRATEGY: "no strategy can be created here",
}


def _because(hindrance: Hindrance) -> str:
    if isinstance(hindrance, Obstacle):
        return f"its step has {_OBSTACLES[hindrance.kind].format(code=hindrance.code)}"
    return _REASONS[hindrance.reason].format(code=hindrance.code, dtype=hindrance.dtype)


def _step(outcome: CustomStep) -> Words:
    message = _TRAINS if outcome.trains else _COMPUTES
    if outcome.hindrance is not None:
        return Words(f"{message}: {_because(outcome.hindrance)}; {_SUGGESTION}")
    return Words(message, "compile the step and call it with `strategy.run`")


def _averaged(outcome: AveragedLoss) -> Words:
    if outcome.edits:
        return Words(_AVERAGES, "compute the loss per sample, and take the mean")
    if outcome.is_subclass:
        change = 'let the class call `super().__init__(reduction="none")`'
    else:
        change = 'make it with `reduction="none"`'
    return Words(f"{_AVERAGES}; {change}, and take the mean in the step")


# How both examples of the page begin.
_MODEL = """\
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rows = tf.data.Dataset.from_tensor_slices((tf.zeros((96, 4)), tf.zeros((96, 1)))).batch(32, drop_remainder=True)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD()

"""


class CustomTrainingLoop(Rule):
    """Gradients are computed in a custom loop."""

    id = "IPU305"
    name = "custom-training-loop"
    severity = Severity.ERROR
    effort = Effort.HIGH
    words = ((CustomStep, _step), (AveragedLoss, _averaged))
    what = "A script with Keras models computes gradients with `tf.GradientTape` in a custom loop."
    why = (
        "Outside of `strategy.run` every operation is a small program of its own or runs on the CPU. A step that takes "
        "and gives tensors alone can be one program; the loop stays on the host, outside of the scope, where a loop "
        'over a dataset is refused: "Accessing dataset elements can not be accessed in eager mode". Faster, but blind '
        "to single steps, is a loop on the device, over `iter(dataset)`, with an outfeed for the losses."
    )
    fix = "compile the step and call it with `strategy.run`, where it is one program; the rest needs manual work"
    before = _MODEL + """
@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for x, y in rows:
    loss = step(x, y)
    print(float(loss))
"""
    after = before.replace("@tf.function\n", "@tf.function(jit_compile=True)\n").replace(
        "loss = step(x, y)", "loss = strategy.run(step, args=(x, y))"
    )

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each step, and for each loss object that averages in one."""
        yield from self.reported(port, custom_steps(port))
        yield from self.reported(port, averaged_losses(port.script))
