"""What classes of Keras take beside their signatures, as the real package of TensorFlow 2.6 says."""

from __future__ import annotations

import json
import subprocess

import pytest

from gpu2ipu.rules.tf26.tables.keyword_arguments import keywords_of_kind

# Tries an argument that nothing takes, and each that a table names, on layers and optimizers.
TRY = """
import json, sys
from tensorflow import keras
layers, optimizers = map(set, json.load(sys.stdin))
def refused(make, words):
    try:
        make()
    except (TypeError, ValueError) as error:
        return words in str(error)
    return False
makers = (keras.layers.Dense, keras.Input, keras.optimizers.Nadam)
refusing = all(refused(lambda: make(1, no_such=1), "no_such") for make in makers)
lacking = [name for name in optimizers if refused(lambda: keras.optimizers.Nadam(**{name: None}), "Unexpected keyword")]
base = ("input_dim", "input_shape", "batch_input_shape", "batch_size", "weights", "activity_regularizer", "autocast")
print(json.dumps([refusing, lacking, [name for name in base if name not in layers]]))
"""


@pytest.mark.tf26
def test_what_layers_and_optimizers_take(python38: str) -> None:
    tables = [keywords_of_kind(name) for name in ("keras.layers.Dense", "keras.optimizers.Nadam")]
    given = json.dumps([sorted(table or ()) for table in tables])
    done = subprocess.run([python38, "-c", TRY], input=given, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == [True, [], []]


def test_functions_and_classes_of_which_nothing_is_known() -> None:
    assert keywords_of_kind("keras.Input") == frozenset(("batch_shape",))
    assert "schedule_decay" not in (keywords_of_kind("keras.optimizers.Adam") or ())
    assert keywords_of_kind("keras.metrics.Metric") is None
    assert keywords_of_kind("keras.optimizers.schedules.LearningRateSchedule") is None
