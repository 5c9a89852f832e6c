"""Synthetic files for the loaders of `keras.datasets`: the shapes, types and counts of the real data, and learnable.

Images are a coarse pattern for each class plus noise, texts draw a third of their words from a part of the vocabulary
that belongs to the class, house prices are a smooth function of their attributes. All numbers come from a seeded
`RandomState`, whose stream is the same in every version of numpy. Each maker writes the file, or the folder, that the
loader opens, in the format that the loader reads.
"""

from __future__ import annotations

import gzip
import json
import os
import pickle
from typing import Any, Callable

import numpy as np

Maker = Callable[[str, int], None]

# The largest noise of a pixel.
_NOISE = 60

# Sizes of the vocabulary and of its common part, and the range of the lengths of texts, all in words.
_VOCABULARY = 20000
_COMMON_WORDS = 2000
_LENGTHS = (20, 120)


def _pictures(rng: Any, patterns: Any, count: int) -> tuple[Any, Any]:
    """Return uint8 images, channels first if they have channels, and their classes."""
    labels = rng.randint(0, len(patterns), count)
    pictures = np.empty((count, *patterns.shape[1:]), np.uint8)
    for start in range(0, count, 5000):
        part = patterns[labels[start : start + 5000]]
        pictures[start : start + 5000] = np.clip(part + rng.randint(-_NOISE, _NOISE, part.shape), 0, 255)
    return pictures, labels


def _patterns(rng: Any, classes: int, channels: int, size: int) -> Any:
    """Return one pattern per class, of coarse squares, so that neighbouring pixels are correlated."""
    coarse = rng.randint(0, 256, (classes, channels, 4, 4))
    fine = np.kron(coarse, np.ones((1, 1, size // 4, size // 4), int)).astype(np.int16)
    return fine if channels > 1 else fine[:, 0]


def _mnist(path: str, seed: int) -> None:
    rng = np.random.RandomState(seed)
    patterns = _patterns(rng, 10, 1, 28)
    (x_train, y_train), (x_test, y_test) = _pictures(rng, patterns, 60000), _pictures(rng, patterns, 10000)
    np.savez(
        path, x_train=x_train, y_train=y_train.astype(np.uint8), x_test=x_test, y_test=y_test.astype(np.uint8)
    )


def _fashion(part: str, count: int, what: int) -> Maker:
    """Return a maker of images or labels in the IDX format of MNIST: a header, then bytes."""

    def make(path: str, seed: int) -> None:
        rng = np.random.RandomState(seed + 1)
        patterns = _patterns(rng, 10, 1, 28)
        rng.seed(seed + (2 if part == "train" else 3))
        data = _pictures(rng, patterns, count)[what].astype(np.uint8)
        header = bytes([0, 0, 8, data.ndim]) + b"".join(int(size).to_bytes(4, "big") for size in data.shape)
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(header + data.tobytes())

    return make


def _cifar(files: dict[str, int], classes: int) -> Maker:
    """Return a maker of a folder of pickled batches; with 100 classes, five classes share a coarse one."""

    def make(path: str, seed: int) -> None:
        rng = np.random.RandomState(seed)
        patterns = _patterns(rng, classes, 3, 32)
        os.makedirs(path)
        for name, count in files.items():
            pictures, labels = _pictures(rng, patterns, count)
            keys = (
                [(b"labels", labels)]
                if classes == 10
                else [(b"fine_labels", labels), (b"coarse_labels", labels // 5)]
            )
            batch: dict[bytes, Any] = {key: values.tolist() for key, values in keys}
            batch[b"data"] = pictures.reshape(count, -1)
            with open(os.path.join(path, name), "wb") as file:
                pickle.dump(batch, file, protocol=4)

    return make


def _texts(rng: Any, classes: int, labels: Any) -> Any:
    """Return texts as lists of word indices from 1 on, frequent words first; a third of them depend on the class."""
    lengths = rng.randint(*_LENGTHS, size=len(labels))
    total = int(lengths.sum())
    common = (_COMMON_WORDS ** rng.random_sample(total)).astype(np.int64)
    owner = np.repeat(labels, lengths)
    # The words of a class are among the most frequent thousand, so that a small vocabulary keeps them.
    own = 100 + owner + classes * rng.randint(0, 900 // classes, total)
    rare = rng.randint(_COMMON_WORDS, _VOCABULARY, total)
    kind = rng.random_sample(total)
    words = np.where(kind < 0.34, own, np.where(kind < 0.36, rare, common))
    texts = np.empty(len(labels), dtype=object)
    texts[:] = [part.tolist() for part in np.split(words, np.cumsum(lengths)[:-1])]
    return texts


def _imdb(path: str, seed: int) -> None:
    rng = np.random.RandomState(seed)
    labels = [np.repeat([0, 1], 12500), np.repeat([0, 1], 12500)]
    texts = [_texts(rng, 2, part) for part in labels]
    np.savez(path, x_train=texts[0], y_train=labels[0], x_test=texts[1], y_test=labels[1])


def _reuters(path: str, seed: int) -> None:
    rng = np.random.RandomState(seed)
    labels = rng.randint(0, 46, 11228)
    np.savez(path, x=_texts(rng, 46, labels), y=labels)


def _word_index(path: str, seed: int) -> None:
    with open(path, "w", encoding="utf-8") as file:
        json.dump({f"word{number}": number for number in range(1, _VOCABULARY)}, file)


def _boston_housing(path: str, seed: int) -> None:
    rng = np.random.RandomState(seed)
    x = rng.gamma(2.0, 5.0, (506, 13))
    signal = np.tanh((x - 10.0) / 10.0) @ rng.normal(0.0, 1.0, 13)
    np.savez(path, x=x, y=np.clip(22.0 + 5.0 * signal + rng.normal(0.0, 1.0, 506), 5.0, 50.0).round(1))


_BATCHES: list[str] = [f"data_batch_{number}" for number in range(1, 6)] + ["test_batch"]

# Last part of the URL that a loader downloads -> the maker of the synthetic file.
MAKERS: dict[str, Maker] = {
    "mnist.npz": _mnist,
    "train-images-idx3-ubyte.gz": _fashion("train", 60000, 0),
    "train-labels-idx1-ubyte.gz": _fashion("train", 60000, 1),
    "t10k-images-idx3-ubyte.gz": _fashion("test", 10000, 0),
    "t10k-labels-idx1-ubyte.gz": _fashion("test", 10000, 1),
    "cifar-10-python.tar.gz": _cifar(dict.fromkeys(_BATCHES, 10000), 10),
    "cifar-100-python.tar.gz": _cifar({"train": 50000, "test": 10000}, 100),
    "imdb.npz": _imdb,
    "imdb_word_index.json": _word_index,
    "reuters.npz": _reuters,
    "reuters_word_index.json": _word_index,
    "boston_housing.npz": _boston_housing,
}
