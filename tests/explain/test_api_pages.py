"""The page of a name of TensorFlow or Keras."""

from __future__ import annotations

import pytest

from gpu2ipu.explain.api_pages import api_page, find, nearest_names


def page(word: str) -> str:
    name = find(word)
    assert name is not None
    return api_page(name)


@pytest.mark.parametrize(
    "word",
    [
        *("tf.keras.optimizers.AdamW", "keras.optimizers.AdamW", "tensorflow.keras.optimizers.AdamW"),
        *("tf.optimizers.AdamW", "AdamW", "tf.keras.optimizers.AdamW()"),
    ],
)
def test_what_people_call_a_name(word: str) -> None:
    name = find(word)
    assert name is not None and name.name == "keras.optimizers.AdamW"


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("tf.keras.optimizers.AdamWW", "tf.keras.optimizers.AdamW"),
        ("keras.layers.Dence", "tf.keras.layers.Dense"),
        ("fit", "tf.keras.Model.fit"),
        ("MirrorredStrategy", "tf.distribute.MirroredStrategy"),
    ],
)
def test_names_that_are_like_a_word(word: str, near: str) -> None:
    assert find(word) is None
    assert near in nearest_names(word)


def test_a_name_that_came_later() -> None:
    text = page("keras.ops.concatenate")
    assert text.startswith("tf.keras.ops.concatenate (function)\n")
    assert "TensorFlow 2.6, the SDK's: does not have it; it came with Keras 3\n" in text
    assert "today: concatenate(xs, axis=0)\n" in text
    assert "IPU601: `tf.keras.ops.concatenate` came with Keras 3" in text


def test_parameters_that_came_later() -> None:
    text = page("keras.layers.BatchNormalization")
    assert "TensorFlow 2.6, the SDK's: BatchNormalization(axis=-1, momentum=0.99" in text
    assert "since TensorFlow 2.12: takes synchronized, too\n" in text
    assert text.endswith("rules: none says anything about it")


def test_another_order_is_told_once() -> None:
    assert page("keras.layers.Layer.add_weight").count("since Keras 3: `name` is at another position") == 1
    assert page("keras.layers.Layer.add_weight").count("at another position") == 1


def test_what_is_gone() -> None:
    assert "since Keras 3: gone" in page("keras.optimizers.experimental.AdamW")


@pytest.mark.parametrize(
    ("word", "rule"),
    [
        ("tf.distribute.MirroredStrategy", "IPU504: `tf.distribute.MirroredStrategy` does not support IPUs"),
        ("tf.unique", "IPU910: `tf.unique` cannot run on an IPU"),
        ("tf.keras.callbacks.BackupAndRestore", "IPU911: `BackupAndRestore` refuses the strategy of an IPU"),
        ("tf.data.Dataset.ragged_batch", "IPU601: `tf.data.Dataset.ragged_batch` came with TensorFlow 2.12"),
    ],
)
def test_what_the_rules_say(word: str, rule: str) -> None:
    assert rule in page(word)
