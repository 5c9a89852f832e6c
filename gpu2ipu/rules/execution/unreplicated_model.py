"""IPU311: replicas are asked for, and a model has one.

keras/ipu/extensions/extensions_base.py of the SDK: a model has as many replicas as its device has IPUs for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.library.port_helpers import AVERAGE_OVER_REPLICAS
from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.models import replicated_models
from gpu2ipu.port.replicas.outcomes import Metrics, ReplicatedModel, WhyOne
from gpu2ipu.rules.execution.split_batch import why_not_split
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words

_HELPER = AVERAGE_OVER_REPLICAS.format(name="average_over_replicas", tf="tf", ipu="ipu")
_METRICS = {
    Metrics.OLD_SDK: "an SDK before 3.1 cannot reduce them",
    Metrics.PIPELINE: "a pipeline does not reduce them",
    Metrics.PREDICTION: "a reduction would also be one of predictions",
    Metrics.UNNAMED: "the model has no name where it is compiled",
}
_REASONS = {
    WhyOne.CUSTOM_LOOP: "a training loop of your own must share out its batches and average its gradients itself",
    WhyOne.ON_BATCH: "`train_on_batch` and the like give each replica the same batch; use `fit`",
    WhyOne.OPTIMIZER: "cannot determine its optimizer, whose gradients must be averaged over replicas",
    WhyOne.POPDIST: "`poprun --num-replicas` says how many replicas a PopDistStrategy has",
    WhyOne.SELECTION: "cannot determine how many IPUs the script selects",
}


def _words(outcome: ReplicatedModel) -> Words:
    if outcome.why is not None:
        return Words(f"the model is not trained by {outcome.replicas} replicas: {_reason(outcome)}")
    message = f"the model has one replica, not {outcome.replicas}, whose gradients an IPU would add up"
    title = f"{outcome.replicas} replicas, whose gradients are averaged"
    if outcome.metrics in _METRICS:
        of_one = (
            f"the metrics of `fit` and `evaluate` are those of one replica, since {_METRICS[outcome.metrics]}"
        )
        return Words(message, f"{title}; {of_one}", Safety.REVIEW)
    if outcome.no_means:
        names = ", ".join(f"`{name}`" for name in outcome.no_means)
        return Words(message, f"{title}; {names}: the mean of those of the replicas", Safety.REVIEW)
    return Words(message, title)


def _reason(outcome: ReplicatedModel) -> str:
    if isinstance(outcome.why, WhyOne):
        return _REASONS[outcome.why]
    assert outcome.why is not None
    return f"the batches of `{outcome.call}` cannot be shared out, as {why_not_split(outcome.why)}"


class UnreplicatedModel(Rule):
    """A model is to be trained by several replicas."""

    id = "IPU311"
    name = "unreplicated-model"
    severity = Severity.WARNING
    effort = Effort.HIGH
    words = ((ReplicatedModel, _words),)
    what = "`--replicas` is given, and a model is compiled for one."
    why = (
        "Each replica computes its share of every batch, and the SDK adds up the gradients of all, which multiplies "
        "the learning rate by their number: the mean keeps the training what it was. It must be taken before "
        "gradients are clipped. Metrics are those of one replica unless the SDK is told to reduce them."
    )
    fix = "select the IPUs, average gradients and metrics over replicas"
    before = SET_UP + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=600)
model.fit(x_train, y_train, batch_size=100)
"""
    after = (
        before.replace("ipus = 1", "ipus = 2")
        .replace("from tensorflow import keras", "import tensorflow as tf\nfrom tensorflow import keras")
        .replace("import ipu\n\n", "import ipu\n\n" + _HELPER + "\n\n")
        .replace('"adam"', 'average_over_replicas("adam")')
        .replace(
            "=600)",
            """=600)
    model.set_replication_options(replicated_metric_reduction_method="mean")""",
        )
    )
    options = (("replicas", 2),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each model that is compiled."""
        yield from self.reported(port, replicated_models(port))
