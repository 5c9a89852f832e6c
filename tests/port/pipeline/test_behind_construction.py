"""Where a statement about a model is inserted, and by which name it calls the model."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.layers import layers_given_to
from gpu2ipu.analysis.keras.model import models_of
from gpu2ipu.port.pipeline.behind_construction import behind_construction
from gpu2ipu.port.port import Port
from gpu2ipu.rewrite import apply
from tests.analysis.evaluated import facts


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("m = keras.Sequential([])\n", "m = keras.Sequential([])\nsay(m)\n"),
        ("m = keras.Sequential()\nm.add(a)\nx = 1\n", "m = keras.Sequential()\nm.add(a)\nsay(m)\nx = 1\n"),
        (
            "m = keras.Sequential()\nfor i in n:\n    m.add(a)\n",
            "m = keras.Sequential()\nfor i in n:\n    m.add(a)\nsay(m)\n",
        ),
        (
            "with n:\n    m = keras.Sequential()\nm.add(a)\n",
            "with n:\n    m = keras.Sequential()\nm.add(a)\nsay(m)\n",
        ),
        (
            "with n:\n    m = keras.Sequential()\n    m.add(a)\nx = 1\n",
            "with n:\n    m = keras.Sequential()\n    m.add(a)\n    say(m)\nx = 1\n",
        ),
        ("n.m = m = keras.Sequential()\n", "n.m = m = keras.Sequential()\nsay(n.m)\n"),
        ("def f():\n    return keras.Sequential()\nm = f()\n", None),
        ("m = g(keras.Sequential())\n", ""),
        ("m = keras.Sequential()\nk = m\nm = None\nk.add(a)\nm = k\n", ""),
    ],
)
def test_behind_construction(code: str, expected: str | None) -> None:
    found = facts(code, "from tensorflow import keras\n")
    construction = found.models[0].value
    (model,) = models_of(found, construction)
    places = [given.path for given in layers_given_to(found.script, model.path)]
    edits = behind_construction(Port(found.script), model, places, "say({})".format)
    if expected is None:
        expected = "def f():\n    model = keras.Sequential()\n    say(model)\n    return model\nm = f()\n"
    assert apply(found.script.text, edits) == "from tensorflow import keras\n" + (expected or code)
