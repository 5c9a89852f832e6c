"""The names of the SDK's modules in a port, and the imports that they need."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name, keras_ipu
from gpu2ipu.rewrite import apply
from tests.analysis.evaluated import script_of


@pytest.mark.parametrize(
    ("imports", "name", "added"),
    [
        ("from tensorflow import keras\n", "keras.ipu", ""),
        ("import tensorflow.keras as K\n", "K.ipu", ""),
        ("import keras\n", "keras.ipu", ""),
        ("import tensorflow as tf\n", "tf.keras.ipu", ""),
        ("import tensorflow as tf\nfrom tensorflow import keras\n", "keras.ipu", ""),
        ("from tensorflow.keras import layers\n", "keras.ipu", "from tensorflow import keras\n"),
        (
            "from tensorflow.keras import layers\nkeras = 1\n",
            "tf_keras.ipu",
            "from tensorflow import keras as tf_keras\n",
        ),
        (
            "import numpy\ndef f():\n    from tensorflow import keras as k\n",
            "keras.ipu",
            "from tensorflow import keras\n",
        ),
    ],
)
def test_keras_by_the_name_that_the_script_has_for_it(imports: str, name: str, added: str) -> None:
    script = script_of("a = 1\n", imports)
    found, edits = keras_ipu(script, "3.4")
    assert found == name
    lines = [
        line
        for line in apply(script.text, edits).splitlines(True)
        if line not in script.text.splitlines(True)
    ]
    assert "".join(lines) == added


def test_an_older_sdk_has_it_elsewhere() -> None:
    script = script_of("a = 1\n", "from tensorflow.python import ipu as i\n")
    assert keras_ipu(script, "2.5") == ("i.keras", ())
    script = script_of("a = 1\n", "import tensorflow as tf\n")
    assert keras_ipu(script, "2.5") == ("ipu.keras", (ipu_import(script, facts_of(script)),))


def test_the_ipu_module() -> None:
    facts = facts_of(script_of("a = 1\n", "from tensorflow.python import ipu as i\n"))
    assert (imported_ipu(facts), ipu_name(facts)) == ("i", "i")
    facts = facts_of(script_of("ipu = 1\n", ""))
    assert (imported_ipu(facts), ipu_name(facts)) == ("", "tf_ipu")
