"""Datasets of `tensorflow_datasets`: one, several, or a dict of them, with or without information."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.values.data import Batching, Dataset, Size, iterated
from tests.analysis.evaluated import IMPORTS, value_of

TFDS = IMPORTS + "import tensorflow_datasets as tfds\n"


@pytest.mark.parametrize(
    "code",
    [
        "tfds.load('mnist', split='train')",
        "tfds.load('mnist', 'train[:80%]', as_supervised=True)",
        "a, b = tfds.load('mnist', split=['train', 'test'])\nb",
        "(a, b), info = tfds.load('mnist', split=('train', 'test'), with_info=True)\na",
        "tfds.load('mnist')['train']",
        "found, info = tfds.load('mnist', with_info=True)\nfound['test']",
        "a, info = tfds.load(name='mnist', split='train', with_info=True)\na.map(parse)",
    ],
)
def test_datasets_of_rows(code: str) -> None:
    value = value_of(code, TFDS)
    assert isinstance(value, Dataset)
    assert (value.batching, value.size) == (Batching.NONE, Size.KNOWN)


@pytest.mark.parametrize(
    "code",
    [
        "tfds.load('mnist', split='train', batch_size=-1)",
        "tfds.load('mnist', split='train', with_info=n)",
        "tfds.load(**options)",
        "tfds.load('mnist', split=read())",
        "tfds.builder('mnist')",
    ],
)
def test_what_else_there_is_stays_unknown(code: str) -> None:
    assert not isinstance(value_of(code, TFDS), Dataset)


@pytest.mark.parametrize(
    ("code", "dtypes"),
    [
        ("tfds.load('cifar10:3.*.*', split='train', as_supervised=True)", ["uint8", "int64"]),
        ("tfds.load('imdb_reviews/plain_text', split='train', as_supervised=True)", ["str", "int64"]),
        ("tfds.load('diamonds', split='train', as_supervised=True)", []),
        ("tfds.load('mnist', split='train')", []),
    ],
)
def test_types_of_supervised_rows(code: str, dtypes: list[str]) -> None:
    assert [item.dtype for item in iterated(value_of(code, TFDS))] == dtypes
