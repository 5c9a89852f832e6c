"""Predictions of replicated models, which are not reduced as metrics are."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.port.replicas.predictions import without_reduction
from gpu2ipu.rewrite import apply
from tests.port.proposed import DATA, script_of

COMPILED = DATA + "model.compile('sgd', 'mse')\n"
NONE = 'model.set_replication_options(replicated_metric_reduction_method="none")\n'


def ported(code: str) -> str | None:
    script = script_of(COMPILED + code)
    call, *_ = facts_of(script).compile_calls
    edits = without_reduction(script, constructions_of(call.receiver))
    return None if edits is None else apply(script.text, edits).partition("'mse')\n")[2]


@pytest.mark.parametrize(
    ("code", "port"),
    [
        ("model.fit(x, y)\n", "model.fit(x, y)\n"),
        ("model.fit(x, y)\nprint(model.predict(x))\n", f"model.fit(x, y)\n{NONE}print(model.predict(x))\n"),
        (
            "model.fit(x, y)\nif u:\n    model.predict(u)\nmodel.predict(x)\n",
            f"model.fit(x, y)\n{NONE}if u:\n    model.predict(u)\nmodel.predict(x)\n",
        ),
        (
            "if u:\n    model.fit(x, y)\n    model.predict(u)\n    model.predict(x)\n",
            f"if u:\n    model.fit(x, y)\n    {NONE}    model.predict(u)\n    model.predict(x)\n",
        ),
    ],
)
def test_the_reduction_is_taken_back_before_the_first_prediction(code: str, port: str) -> None:
    assert ported(code) == port


@pytest.mark.parametrize(
    "code",
    [
        "model.predict(x)\nmodel.fit(x, y)",
        "for i in range(3):\n    model.fit(x, y)\n    model.predict(x)",
        "if u:\n    model.fit(x, y)\n    model.predict(u)\nmodel.predict(x)",
        "def show(model):\n    model.predict(x)\nmodel.fit(x, y)\nshow(model)",
        "def run():\n    model.fit(x, y)\n    model.predict(x)\nrun()\nrun()",
        "model.fit(x, y)\nf = model.predict",
        "class C(keras.callbacks.Callback):\n    def on_epoch_end(self, e, logs=None):\n        self.model.predict(x)",
    ],
)
def test_other_predictions_keep_the_metrics_of_one_replica(code: str) -> None:
    assert ported(code) is None
