"""IPU317: a loop of Python that starts a program for each batch, where a loop on the device is asked for.

tensorflow/python/ipu/ipu_strategy.py of the SDK, and the tutorials of Graphcore on custom training loops: a program
that reads `iter(dataset)` in a loop over `tf.range` goes through many batches without the host.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.training_loop.device_loops import device_loops
from gpu2ipu.port.training_loop.outcomes import HostReason, KeptOnHost, MovedLoop
from gpu2ipu.rules.rule import Rule, Words

_REASONS = {
    HostReason.SEVERAL_STEPS: "it runs several steps for one batch",
    HostReason.NOT_EACH_BATCH: "it does not run a step for each batch",
    HostReason.ARGUMENTS: "the arguments of `run` are not written out",
    HostReason.REPLICAS: "on several IPUs each replica would take batches of its own",
    HostReason.LEAVES_ITERATORS: "the strategy leaves iterators to TensorFlow",
    HostReason.CALLED_AGAIN: "`{code}` may be called again, and would compile the program anew",
    HostReason.ANOTHER_DATASET: "`{code}` may be another dataset in each epoch",
    HostReason.UNKNOWN_LENGTH: "cannot determine how many batches `{code}` has",
    HostReason.PARTIAL_BATCH: "the last batch of `{code}` may be partial, and a feed takes batches of one shape",
    HostReason.UNKNOWN_STEP: "`{code}` is no function of the script",
    HostReason.NO_RESULT: "it takes a result of `{code}`, which returns none",
    HostReason.CHANGING_ARGUMENT: "`{code}`, which the step takes, changes while the script runs",
    HostReason.READS_BATCH: "`{code}` is read outside of the step",
    HostReason.ENDS_EARLY: "`{code}` may end it early",
    HostReason.NEEDS_STEP: "`{code}` may depend on the steps that have run by then, or they on it",
}


def _moved(outcome: MovedLoop) -> Words:
    message = f"the host starts `{outcome.step}` for each batch"
    if outcome.has_results:
        message += "; what the loop does with a result comes after all steps"
    return Words(message, "a loop on the IPU over all batches of the dataset", Safety.REVIEW)


def _kept(outcome: KeptOnHost) -> Words:
    reason = _REASONS[outcome.reason].format(code=outcome.code)
    return Words(f"this loop stays on the host: {reason}", asks=False)


_BEGIN = """\
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


@tf.function(jit_compile=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


"""


class HostLoopRule(Rule):
    """The host starts a program for each batch."""

    id = "IPU317"
    name = "host-loop"
    severity = Severity.WARNING
    words = ((MovedLoop, _moved), (KeptOnHost, _kept))
    what = "`--device-loop` is given, and a loop of Python runs a compiled step for each batch of a dataset."
    why = (
        "Between two programs an IPU waits for the host, which takes longer than a step of a small model. A program "
        "with a loop over `tf.range` reads its batches from an iterator, and sends what each step returns to an "
        "outfeed queue, which the host reads once all steps are over."
    )
    fix = "a loop on the IPU, where the rest of the loop can wait; else a note says why not"
    before = _BEGIN + """\
for epoch in range(5):
    for x, y in rows:
        loss = strategy.run(train_step, args=(x, y))
        print(float(loss))
"""
    after = _BEGIN + """\
@tf.function(jit_compile=True)
def train_steps(iterator, steps):
    for _ in tf.range(steps):
        x, y = next(iterator)
        train_step_results.enqueue(train_step(x, y))


with strategy.scope():
    rows_iterator = iter(rows.repeat())
    train_step_results = ipu.ipu_outfeed_queue.IPUOutfeedQueue()

for epoch in range(5):
    strategy.run(train_steps, args=(rows_iterator, len(rows)))
    for loss in train_step_results:
        print(float(loss))
"""
    options = (("device_loop", True),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each loop; a note where it stays."""
        if port.target.device_loop:
            yield from self.reported(port, device_loops(port))
