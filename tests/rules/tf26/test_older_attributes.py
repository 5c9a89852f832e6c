"""Attributes of models and callbacks that early Keras had: which are told, and which scripts bind themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text, convert_text
from gpu2ipu.rules.tf26.older_api import OlderApi

PATH = Path("train.py")
MODEL = """\
import numpy as np
from tensorflow import keras

x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile("sgd", "mse")
"""
CALLBACK = """

class Scores(keras.callbacks.Callback):
    def __init__(self, data=None):
        super().__init__()
        {first}

    def on_epoch_end(self, epoch, logs=None):
        {then}


callback = Scores()
model.fit(x, y, batch_size=16, callbacks=[callback], validation_data=(x, y))
"""


def messages(text: str) -> list[str]:
    return [finding.message for finding in check_text(PATH, text, Config(), [OlderApi()])]


@pytest.mark.parametrize("name", ["_feed_targets", "targets", "total_loss", "_standardize_user_data"])
def test_a_model_has_it_no_more(name: str) -> None:
    (message,) = messages(MODEL + f"print(model.{name})\n")
    assert f"have no `{name}`" in message


def test_the_name_of_today() -> None:
    port = convert_text(PATH, MODEL + "model._make_predict_function()\n", Config(), [OlderApi()])
    assert port.text.endswith("model.make_predict_function()\n")


@pytest.mark.parametrize(
    "use",
    [
        "model.targets = y\nprint(model.targets)",
        "print(y.targets)",
        "if hasattr(model, 'targets'):\n    print(model.targets)",
        "try:\n    print(model.targets)\nexcept AttributeError:\n    pass",
        "print(model.make_predict_function())",
    ],
)
def test_no_finding(use: str) -> None:
    assert not messages(MODEL + use + "\n")


@pytest.mark.parametrize(
    "then", ["self.model.predict(self.validation_data[0])", "x, y, *_ = self.validation_data"]
)
def test_data_that_callbacks_are_no_longer_given(then: str) -> None:
    (message,) = messages(MODEL + CALLBACK.format(first="pass", then=then))
    assert message.startswith("`validation_data` of callbacks is None")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("self.validation_data = data", "print(self.validation_data[0])"),
        ("pass", "print(self.validation_data)"),
        ("pass", "print(self.validation_data[0] if self.validation_data else 0)"),
        ("self.data = data", "print(self.data[0])"),
    ],
)
def test_data_that_a_callback_has_or_asks_for(first: str, then: str) -> None:
    assert not messages(MODEL + CALLBACK.format(first=first, then=then))


def test_data_that_is_put_into_a_callback() -> None:
    text = MODEL + CALLBACK.format(first="pass", then="print(self.validation_data[0])")
    assert not messages(text.replace("model.fit(", "callback.validation_data = (x, y)\nmodel.fit("))


def test_a_base_of_two_callbacks_is_told_once() -> None:
    text = MODEL + CALLBACK.format(first="pass", then="print(self.validation_data[0])")
    more = "class First(Scores):\n    pass\n\n\nclass Second(Scores):\n    pass\n\n\ncallbacks = [First(), Second()]\n"
    assert len(messages(f"{text}\n\n{more}")) == 1
