"""Methods of models, among them `fit`, which hands the model to callbacks."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.library_objects import KerasModel
from tests.analysis.evaluated import facts

CALLBACK = """
class Log(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.predict(n)
class Other:
    def on_epoch_end(self, epoch, logs=None):
        self.model.predict(n)
a, b = keras.Sequential(), keras.Sequential()
"""


@pytest.mark.parametrize(
    ("code", "models"),
    [
        ("a.fit(n, callbacks=[Log()])", 1),
        ("b.fit(n, n, 32, 1, 1, Log())", 1),
        ("a.fit_generator(n, 3, 1, 1, [Log()])", 1),
        ("a.fit(n, callbacks=[Log()])\nb.fit(n, callbacks=[Log()])", 2),
        ("a.fit(n, callbacks=unseen(Log))\nb.fit(n)", 2),  # any that is trained
        ("a.fit(n, callbacks=[Other()])", 1),  # of the one that is a callback
        ("", 0),
    ],
)
def test_the_model_of_a_callback(code: str, models: int) -> None:
    receivers = [call.receiver for call in facts(CALLBACK + code).method_calls if call.method == "predict"]
    found = [each for each in receivers if isinstance(each, KerasModel)]
    assert sum(len(each.constructed_by) for each in found) == models


@pytest.mark.parametrize(("code", "constructions"), [("", 2), ("a.fit(n, callbacks=[Restore()])", 3)])
def test_a_callback_creates_no_model_of_elsewhere(code: str, constructions: int) -> None:
    restore = """
class Restore(keras.callbacks.Callback):
    def on_train_end(self, logs=None):
        self.model.set_weights(n)
"""
    found = facts(CALLBACK + restore + code).constructions
    assert len([each for each in found if isinstance(each.value, KerasModel)]) == constructions
