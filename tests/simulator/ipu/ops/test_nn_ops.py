"""Activations and losses."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

F32 = np.float32


def test_activations(tf: Any, ipu: Any, run: Any) -> None:
    x = np.array([-3.0, -0.5, 0.0, 2.0], F32)
    sigmoid = 1 / (1 + np.exp(-x))
    nn = ipu.nn_ops
    gelu, hard, swish, softmax = run(lambda: (nn.gelu(x), nn.hard_sigmoid(x), nn.swish(x), nn.softmax(x)))
    tanh = np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))
    np.testing.assert_allclose(gelu, 0.5 * x * (1 + tanh), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(hard, np.clip(0.2 * x + 0.5, 0, 1), rtol=1e-6)
    np.testing.assert_allclose(swish, x * sigmoid, rtol=1e-5)
    np.testing.assert_allclose(softmax, np.exp(x) / np.exp(x).sum(), rtol=1e-5)


def test_sampled_losses(tf: Any, ipu: Any, run: Any) -> None:
    weights, biases = np.eye(4, 3, dtype=F32), np.zeros(4, F32)
    sampled = (tf.constant([1, 2], tf.int64), tf.ones([1, 1]), tf.ones([2]))
    labels, inputs = tf.constant([[0]]), tf.constant([[1.0, 2.0, 3.0]])
    loss = run(
        lambda: ipu.nn_ops.sampled_softmax_loss(weights, biases, labels, inputs, 2, 4, sampled_values=sampled)
    )
    logits = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(loss, [np.log(np.exp(logits).sum()) - 1.0], rtol=1e-5)
    loss = run(lambda: ipu.nn_ops.nce_loss(weights, biases, labels, inputs, 2, 4, sampled_values=sampled))
    np.testing.assert_allclose(loss, [np.log1p(np.exp([-1.0, 2.0, 3.0])).sum()], rtol=1e-5)


def test_ctc_losses(tf: Any, ipu: Any, run: Any) -> None:
    logits = np.log(np.array([[[0.5, 0.25, 0.25]], [[0.25, 0.5, 0.25]]], F32))  # time, batch, class
    arguments = ([[0]], logits, [1], [2], 2)
    # "a" comes from a a, a blank and blank a
    likelihood = 0.5 * 0.25 + 0.5 * 0.25 + 0.25 * 0.25
    for name in ("ctc_loss_v2", "ctc_loss_with_log_probs"):
        function = getattr(ipu.nn_ops, name)
        np.testing.assert_allclose(
            run(lambda function=function: function(*arguments)), [-np.log(likelihood)], rtol=1e-5
        )
        with pytest.raises(ValueError, match="out_dtype cannot be float16"):
            function(*arguments, out_dtype="float16")


def likelihoods(probabilities: Any, blank: int) -> Any:
    """The probability of each label of a sequence: that of all the ways to write it."""
    found: Any = Counter()
    for path in itertools.product(range(probabilities.shape[1]), repeat=len(probabilities)):
        merged = [label for label, _ in itertools.groupby(path)]
        label = tuple(each for each in merged if each != blank)
        found[label] += np.prod([probabilities[step, each] for step, each in enumerate(path)])
    return found


@pytest.mark.parametrize("blank", [-1, 0, 1])
@pytest.mark.parametrize("name", ["ctc_beam_search_decoder", "ctc_beam_search_decoder_with_log_probs"])
def test_ctc_beam_search(tf: Any, ipu: Any, run: Any, blank: int, name: str) -> None:
    random = np.random.RandomState(1)
    probabilities = random.dirichlet([1, 1, 1, 1], size=(5, 2)).astype(F32)  # time, batch, class
    lengths = [5, 3]
    decode = getattr(ipu.nn_ops, name)
    scores, sizes, labels = run(
        lambda: decode(np.log(probabilities), lengths, top_paths=3, blank_index=blank)
    )
    assert labels.shape == (2, 3, 5)
    for row, length in enumerate(lengths):
        best = likelihoods(probabilities[:length, row], blank % 4).most_common(3)
        for path, (label, likelihood) in enumerate(best):
            assert tuple(labels[row, path, : sizes[row, path]]) == label
            np.testing.assert_allclose(scores[row, path], -np.log(likelihood), rtol=1e-4)
