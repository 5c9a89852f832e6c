"""IPU314: layers are to be inspected, and a training does not print what they give.

`tensorflow.python.ipu.ipu_outfeed_queue` of the SDK: queues bring tensors of a running program to the host.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.library.port_helpers import INSPECT_LAYERS
from gpu2ipu.findings import Finding, Severity
from gpu2ipu.port.inspection import UninspectedTraining, uninspected_trainings
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Rule, Words

_HELPER = INSPECT_LAYERS.format(name="inspect_layers", np="np", tf="tf", ipu="ipu")


def _words(outcome: UninspectedTraining) -> Words:
    names = ", ".join(f"`{name}`" for name in outcome.layers)
    if not outcome.edits:
        return Words(f"cannot inspect {names}: the script does not call `fit` of its model")
    return Words(
        f"`fit` does not show what {names} compute", f"print outputs and gradients of {names} each epoch"
    )


class InspectedLayers(Rule):
    """Layers are to be inspected while they train."""

    id = "IPU314"
    name = "inspected-layers"
    severity = Severity.WARNING
    words = ((UninspectedTraining, _words),)
    what = "`--inspect` is given, and a training does not print the outputs and gradients of these layers."
    why = (
        "A compiled program cannot be stopped to look at a tensor: `print` in a layer shows symbols, once. Outfeed "
        "queues bring tensors to the host while it runs."
    )
    fix = "a callback that prints mean, deviation, smallest, largest, NaN and infinite values"
    before = (
        SET_UP.replace(
            "from tensorflow import keras\n",
            "import numpy as np\nimport tensorflow as tf\nfrom tensorflow import keras\n",
        )
        + """
(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()

with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax", name="digits")])
    model.compile("adam", "sparse_categorical_crossentropy", steps_per_execution=600)
model.fit(x_train, y_train, batch_size=100)
"""
    )
    after = before.replace("import ipu\n\n", "import ipu\n\n" + _HELPER + "\n\n").replace(
        "batch_size=100", 'batch_size=100, callbacks=[inspect_layers("digits")]'
    )
    options = (("inspect", ("digits",)),)

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each training."""
        yield from self.reported(port, uninspected_trainings(port))
