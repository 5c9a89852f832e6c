"""Losses, metrics and layers that look at a whole batch: another batch size is for a person to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text
from gpu2ipu.findings import Finding, Safety

HEAD = """
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K

x, y = np.zeros((320, 4), "float32"), np.zeros((320, 3), "float32")
"""
LOSS = HEAD + """
{code}

model = keras.Sequential([keras.layers.Dense(3, input_shape=(4,))])
model.compile("sgd", {compiled})
model.fit(x, y, batch_size=32)
print(model.evaluate(x[:50], y[:50], batch_size=32))
"""
LAYER = HEAD + """
{code}

model = keras.Sequential([keras.layers.Dense(3, input_shape=(4,)), {layer}])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32)
print(model.{call})
"""
METRIC = """
class Own(keras.metrics.Metric):
    def __init__(self):
        super().__init__(name="own")
        self.total = self.add_weight(name="total", initializer="zeros")
        self.n = self.add_weight(name="n", initializer="zeros")

    def update_state(self, t, p, sample_weight=None):
        {update}

    def result(self):
        return self.total / self.n
"""


def resized(text: str) -> Finding:
    found = check_text(Path("train.py"), text, Config())
    (finding,) = [each for each in found if each.rule in ("IPU202", "IPU203")]
    assert finding.fix is not None
    return finding


@pytest.mark.parametrize(
    "body",
    [
        "return tf.nn.relu(p @ tf.transpose(p))",
        "return tf.reduce_mean(tf.matmul(p, p, transpose_b=True), axis=1)",
        "return tf.reduce_mean(K.dot(p, K.transpose(t)), axis=1)",
        'return tf.reduce_mean(tf.einsum("ik,jk->ij", p, p), axis=1)',
        "return tf.reduce_mean(tf.square(p - tf.roll(p, 1, axis=0)), axis=1)",
        "return tf.reduce_mean(tf.square(p - p[::-1]), axis=1)",
        "return tf.reduce_mean(tf.square(p[:, None] - p[None]), axis=[1, 2])",
        "return tf.reduce_mean(tf.square(p[:, None] - p[tf.newaxis]), axis=[1, 2])",
        "return tf.reduce_mean(tf.expand_dims(p, 0) - tf.expand_dims(p, 1))",
        "n = tf.shape(p)[0]\n    return tf.nn.softmax(tf.cast(n, tf.float32) * p)",
        "m = tf.reduce_mean(tf.square(t - p))\n    return tf.sqrt(m)",
        "m = tf.reduce_mean(p)\n    return tf.reduce_mean(tf.square(t - m), axis=-1)",
        "return tf.reduce_mean(t * p) / tf.reduce_mean(t)",
        "return 1 / tf.reduce_mean(t - p)",
        "return tf.reduce_mean(tf.boolean_mask(tf.square(t - p), t > 0))",
    ],
)
def test_losses_of_whole_batches(body: str) -> None:
    finding = resized(LOSS.format(code=f"def own(t, p):\n    {body}", compiled="own"))
    assert finding.fix is not None and finding.fix.safety is Safety.REVIEW
    assert "`own` is computed from each batch" in finding.message


@pytest.mark.parametrize(
    "body",
    [
        "return tf.reduce_mean(tf.square(t - p))",
        "return 0.5 * tf.reduce_mean(tf.abs(t - p)) + tf.reduce_mean(tf.square(t - p)) / 2",
        "a = tf.reduce_mean(tf.abs(t - p))\n    b = -K.mean(t * p)\n    total = a + 0.1 * b\n    return total",
        "a = tf.reduce_mean(t - p)\n    a += tf.reduce_mean(p)\n    return tf.cast(a, tf.float32)",
        "return K.mean(K.square(t - p), axis=-1)",
        'return tf.einsum("bi,bi->b", t, p)',
        "return keras.losses.binary_crossentropy(K.flatten(t), K.flatten(p))",
        "return -tf.reduce_sum(t * p, axis=-1) / (tf.norm(t, axis=-1) * tf.norm(p, axis=-1))",
        "return tf.reduce_mean(tf.reshape(t - p, [tf.shape(p)[0], -1]), axis=1)",
    ],
)
def test_losses_that_are_means_over_samples(body: str) -> None:
    finding = resized(LOSS.format(code=f"def own(t, p):\n    {body}", compiled="own"))
    assert finding.fix is not None and finding.fix.safety is Safety.SAFE


@pytest.mark.parametrize(
    ("body", "safety"),
    [
        ("tf.reduce_sum(tf.square(t - p)) / tf.reduce_sum(t)", Safety.REVIEW),
        ("tf.matmul(p, p, transpose_b=True)", Safety.REVIEW),
        ("tf.reduce_mean(tf.square(t - p), axis=-1)", Safety.SAFE),
    ],
)
def test_losses_that_are_classes(body: str, safety: Safety) -> None:
    code = f"class Own(keras.losses.Loss):\n    def call(self, t, p):\n        return {body}"
    finding = resized(LOSS.format(code=code, compiled="Own()"))
    assert finding.fix is not None and finding.fix.safety is safety


@pytest.mark.parametrize(
    ("update", "depends"),
    [
        ("self.total.assign_add(tf.reduce_max(tf.abs(t - p))); self.n.assign_add(1.0)", True),
        ("self.total.assign_add(tf.reduce_mean(tf.abs(t - p))); self.n.assign_add(tf.reduce_sum(t))", True),
        ("self.total.assign_add(tf.reduce_sum(t - p)); self.n.assign_add(1)", True),
        (
            "self.total.assign_add(tf.reduce_sum(t * p)); self.n.assign_add(tf.cast(tf.size(t), tf.float32))",
            False,
        ),
        ("self.total.assign_add(K.sum(t * p)); self.n.assign_add(tf.cast(tf.shape(t)[0], 'float32'))", False),
        ("self.total.assign(tf.maximum(self.total, tf.reduce_max(t - p)))", False),
    ],
)
def test_metrics_that_are_classes(update: str, depends: bool) -> None:
    code = METRIC.format(update=update)
    finding = resized(LOSS.format(code=code, compiled="'mse', metrics=[Own()]"))
    assert ("`Own` is computed from each batch" in finding.message) is depends


@pytest.mark.parametrize(
    ("call", "code", "layer"),
    [
        ("predict(x[:47])", "return z - tf.reduce_mean(z, axis=0)", "Own()"),
        ("predict(x[:50])", "return z[::-1]", "Own()"),
        ("predict(x[:47])", "return z", "keras.layers.Lambda(lambda z: z - K.mean(z, axis=0))"),
        ("evaluate(x[:50], y[:50])", "return tf.concat([z, z[None][0]], axis=1)", "Own()"),
        (
            "evaluate(x[:50], y[:50])",
            "c = tf.matmul(z, z, transpose_a=True); self.add_loss(1e-3 * tf.reduce_sum(tf.square(c))); return z",
            "Own()",
        ),
        ("evaluate(x[:50], y[:50])", "self.add_loss(tf.sqrt(tf.reduce_mean(z))); return z", "Own()"),
    ],
)
def test_layers_that_mix_samples(call: str, code: str, layer: str) -> None:
    own = f"class Own(keras.layers.Layer):\n    def call(self, z):\n        {code}"
    finding = resized(LAYER.format(code=own, layer=layer, call=call))
    assert finding.fix is not None and finding.fix.safety is Safety.REVIEW


@pytest.mark.parametrize(
    ("call", "code", "layer"),
    [
        ("predict(x[:47])", "return tf.nn.softmax(tf.matmul(z, z, transpose_b=True)) @ z", "Own()"),
        ("predict(x[:47])", "return z", "keras.layers.Lambda(lambda z: K.l2_normalize(z, axis=-1))"),
        ("predict(x[:47])", "n = tf.shape(z)[0]; return z + K.random_normal(shape=(n, 3))", "Own()"),
        ("predict(x[:47])", "return z + K.random_normal(shape=K.shape(z), mean=0.0)", "Own()"),
        ("evaluate(x[:50], y[:50])", "self.add_loss(1e-3 * tf.reduce_mean(tf.square(z))); return z", "Own()"),
        (
            "evaluate(x[:50], y[:50])",
            "kl = tf.reduce_mean(tf.reduce_sum(z, axis=1)); self.add_loss(kl); return z",
            "Own()",
        ),
    ],
)
def test_layers_that_treat_each_sample_alone(call: str, code: str, layer: str) -> None:
    own = f"class Own(keras.layers.Layer):\n    def call(self, z):\n        {code}"
    finding = resized(LAYER.format(code=own, layer=layer, call=call))
    assert finding.fix is not None and finding.fix.safety is Safety.SAFE
