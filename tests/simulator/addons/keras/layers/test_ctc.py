"""The CTC layers against TensorFlow's operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow

LOGITS = np.random.RandomState(0).normal(size=(7, 2, 5)).astype("float32") * 3
LABELS = np.array([[1, 2, 0], [3, 3, 4]], "int32")
LENGTHS, TIMES = np.array([2, 3], "int32"), np.array([7, 7], "int32")


@pytest.mark.parametrize("from_logits", [True, False])
def test_the_loss_is_the_mean_of_that_of_tensorflow(tf: Any, layers: Any, from_logits: bool) -> None:
    layer = layers.CTCLoss(blank_index=0, from_logits=from_logits)
    data = LOGITS if from_logits else tf.nn.log_softmax(LOGITS)
    found = layer(LABELS, data, LENGTHS, TIMES)
    stock = tf.nn.ctc_loss(LABELS, LOGITS, LENGTHS, TIMES, blank_index=0)
    np.testing.assert_allclose(found, [np.mean(stock)], rtol=1e-5)
    assert layers.CTCLoss.from_config(layer.get_config()).from_logits is from_logits


def test_predictions_are_the_best_path_and_blanks(tf: Any, layers: Any) -> None:
    data = np.full((4, 1, 3), -20.0, "float32")
    data[[0, 1, 2, 3], 0, [1, 1, 0, 2]] = 0  # 1 1 blank 2
    options = {"blank_index": 0, "top_paths": 2, "beam_width": 8}
    _, lengths, labels = layers.CTCInferenceLayer(**options)(data, np.array([4], "int32"))
    assert (lengths[0, 0], labels[0, 0, :2].numpy().tolist()) == (2, [1, 2])
    layer = layers.CTCPredictionsLayer(**options)
    assert layer(data, np.array([4], "int32")).numpy().tolist() == [[1, 2, 0, 0]]
    assert layers.CTCPredictionsLayer.from_config(layer.get_config()).top_paths == 2
