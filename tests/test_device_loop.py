"""Ports with `--device-loop` learn what their originals learn, step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from tests.test_replicas import compared

ORIGINAL = """
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
x = rng.random((200, 6)).astype("float32")
y = rng.integers(3, size=200)
train_ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(200).batch(32)
test_ds = tf.data.Dataset.from_tensor_slices((x[:96], y[:96])).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(3)])
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(0.01)
accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="accuracy")
mean_loss = tf.keras.metrics.Mean(name="mean_loss")


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = loss_object(labels, predictions)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    accuracy(labels, predictions)
    return loss


@tf.function
def test_step(images, labels):
    return loss_object(labels, model(images, training=False))


losses = []
for epoch in range(3):
    accuracy.reset_state()
    mean_loss.reset_state()
    for images, labels in train_ds:
        losses.append(float(train_step(images, labels)))
    for step, (images, labels) in enumerate(test_ds):
        mean_loss(test_step(images, labels))
    print(epoch, step, float(accuracy.result()), float(mean_loss.result()), len(losses))
"""


@pytest.mark.tensorflow
@pytest.mark.usefixtures("warm")
def test_training(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(tmp_path, capsys)


@pytest.mark.tf26
@pytest.mark.usefixtures("warm")
def test_training_on_tensorflow_26(tmp_path: Path, capsys: pytest.CaptureFixture[str], python38: str) -> None:
    check(tmp_path, capsys, python38)


def check(folder: Path, out: pytest.CaptureFixture[str], python: str | None = None) -> None:
    converted = convert_text(Path("train.py"), ORIGINAL, Config(device_loop=True))
    assert converted.complete and converted.text.count("in tf.range(steps)") == 2
    assert "for images, labels in" not in converted.text
    code = compared(folder, ORIGINAL, converted.text, python)
    said = out.readouterr().out
    assert code == 0, said
    assert "18 steps" in said and said.count("│ agree │") == 2
