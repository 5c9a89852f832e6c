"""Stand-ins for data: formats that the loaders read, the same for the same seed, and learnable."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpu2ipu.simulator.datasets.synthetic import MAKERS

# Makes files of the size of the real ones, which takes longer than the fast tests may.
LARGE = pytest.mark.tensorflow


def nearest_mean_accuracy(x: Any, y: Any, x_test: Any, y_test: Any) -> float:
    """How often the class whose mean is nearest is right."""
    means = np.stack([x[y == label].mean(axis=0) for label in range(int(y.max()) + 1)])
    distances = ((x_test[:, None] - means[None]) ** 2).sum(axis=2)
    return float((distances.argmin(axis=1) == y_test).mean())


@LARGE
def test_mnist(tmp_path: Path) -> None:
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        MAKERS["mnist.npz"](str(tmp_path / f"{name}.npz"), seed)
    first, second, third = (np.load(tmp_path / f"{name}.npz") for name in "abc")
    assert {key: (first[key].shape, str(first[key].dtype)) for key in first.files} == {
        "x_train": ((60000, 28, 28), "uint8"),
        "y_train": ((60000,), "uint8"),
        "x_test": ((10000, 28, 28), "uint8"),
        "y_test": ((10000,), "uint8"),
    }
    assert np.array_equal(first["x_train"], second["x_train"])
    assert not np.array_equal(first["x_train"], third["x_train"])
    flat = [first[key][:500].reshape(500, -1).astype("float32") for key in ("x_train", "x_test")]
    assert nearest_mean_accuracy(flat[0], first["y_train"][:500], flat[1], first["y_test"][:500]) > 0.9


@LARGE
def test_the_four_files_of_fashion_mnist_fit_each_other(tmp_path: Path) -> None:
    read = {}
    for name, offset in (("train-images-idx3", 16), ("train-labels-idx1", 8)):
        path = tmp_path / name
        MAKERS[f"{name}-ubyte.gz"](str(path), 0)
        read[name] = np.frombuffer(gzip.decompress(path.read_bytes()), np.uint8, offset=offset)
    images, labels = read["train-images-idx3"].reshape(-1, 784), read["train-labels-idx1"]
    assert len(images) == len(labels) == 60000
    pictures = images[:1000].astype("float32")
    assert nearest_mean_accuracy(pictures[:500], labels[:500], pictures[500:], labels[500:1000]) > 0.9


@LARGE
@pytest.mark.parametrize(
    ("name", "file", "count", "keys"),
    [
        ("cifar-10-python.tar.gz", "data_batch_5", 10000, {b"labels": 10}),
        ("cifar-100-python.tar.gz", "test", 10000, {b"fine_labels": 100, b"coarse_labels": 20}),
    ],
)
def test_cifar(tmp_path: Path, name: Any, file: Any, count: Any, keys: Any) -> None:
    MAKERS[name](str(tmp_path / "folder"), 0)
    with open(tmp_path / "folder" / file, "rb") as opened:
        batch = pickle.load(opened)
    assert batch[b"data"].shape == (count, 3072) and batch[b"data"].dtype == np.uint8
    for key, classes in keys.items():
        assert set(batch[key]) == set(range(classes))


def test_texts_can_be_told_apart_with_a_small_vocabulary(tmp_path: Path) -> None:
    path = tmp_path / "imdb.npz"
    MAKERS["imdb.npz"](str(path), 0)
    with np.load(path, allow_pickle=True) as file:
        texts, labels = file["x_train"], file["y_train"]
    assert len(texts) == len(labels) == 25000
    chosen = np.random.RandomState(0).permutation(25000)[:800]
    counts = np.stack(
        [np.bincount([w for w in texts[index] if w < 1000], minlength=1000) for index in chosen]
    )
    assert nearest_mean_accuracy(counts[:600], labels[chosen[:600]], counts[600:], labels[chosen[600:]]) > 0.9


def test_house_prices_follow_from_the_attributes(tmp_path: Path) -> None:
    path = tmp_path / "boston_housing.npz"
    MAKERS["boston_housing.npz"](str(path), 0)
    with np.load(path) as file:
        x, y = file["x"], file["y"]
    assert x.shape == (506, 13) and y.shape == (506,)
    design = np.concatenate([np.tanh((x - 10) / 10), np.ones((506, 1))], axis=1)
    rest = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
    assert rest.var() < 0.2 * y.var()
