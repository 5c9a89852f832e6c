"""The figures of a benchmark, and what it gives for arguments that do not suit."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def dataset(tf: Any) -> Any:
    return tf.data.Dataset.from_tensors({"x": tf.zeros([4, 5]), "y": tf.zeros([4], tf.int32)}).repeat(6)


@pytest.mark.parametrize("copied", [True, False])
def test_each_epoch_has_its_figures(ipu: Any, dataset: Any, copied: bool) -> None:
    found = ipu.dataset_benchmark.dataset_benchmark(dataset, 2, 3, do_memcpy=copied)
    assert found.shape == [1]
    epochs = json.loads(found.numpy()[0])["epochs"]
    assert len(epochs) == 2
    for epoch in epochs:
        assert epoch["elements_processed"] == 3
        assert epoch["total_bytes_processed"] == 3 * (4 * 5 * 4 + 4 * 4)
        assert epoch["elements_per_second"] == pytest.approx(3 / epoch["time_elapsed"])
        assert epoch["bandwidth"] == pytest.approx(288 / epoch["time_elapsed"] / 1e9)


def test_a_feed_is_not_used_up(ipu: Any, strategy: Any, dataset: Any, logged: list[str]) -> None:
    queue = ipu.ipu_infeed_queue.IPUInfeedQueue(dataset)
    with strategy.scope():
        for _ in range(2):
            ipu.dataset_benchmark.infeed_benchmark(queue, 1, 6)
    assert [line.split()[0] for line in logged] == ["Processed:", "Bandwidth:", "Dataset"] * 2


def test_arguments_that_do_not_suit(ipu: Any, dataset: Any) -> None:
    tool = ipu.dataset_benchmark  # the SDK does not raise these errors either
    assert "`number_of_epochs` to be at least 1" in str(tool.dataset_benchmark(dataset, 0, 1))
    assert isinstance(tool.dataset_benchmark(dataset, 1, 0), ValueError)
    assert isinstance(tool.dataset_benchmark([1], 1, 1), TypeError)
    assert isinstance(tool.infeed_benchmark(dataset, 1, 1), TypeError)


def test_elements_that_are_missing_or_empty(tf: Any, ipu: Any, dataset: Any) -> None:
    with pytest.raises(tf.errors.OutOfRangeError, match="reached the end of the dataset"):
        ipu.dataset_benchmark.dataset_benchmark(dataset, 1, 7)
    empty = tf.data.Dataset.from_tensors(tf.zeros([2, 0]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="a dimension of size 0"):
        ipu.dataset_benchmark.dataset_benchmark(empty, 1, 1)


def test_a_graph_is_refused(tf: Any, ipu: Any) -> None:
    with tf.Graph().as_default(), pytest.raises(NotImplementedError, match="call it in eager code"):
        ipu.dataset_benchmark.dataset_benchmark(tf.data.Dataset.range(3), 1, 1)
