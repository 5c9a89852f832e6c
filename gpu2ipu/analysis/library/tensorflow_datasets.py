"""What `tensorflow_datasets.load` gives: datasets of single rows, in the container that its arguments ask for."""

from __future__ import annotations

from gpu2ipu.analysis.values.arrays import array
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple, collection
from gpu2ipu.analysis.values.data import Batching, Dataset, Size
from gpu2ipu.analysis.values.dicts import some
from gpu2ipu.analysis.values.library_objects import external
from gpu2ipu.analysis.values.scalars import Number, Text, constant
from gpu2ipu.analysis.values.value import UNKNOWN, NoneValue, Value

_LOAD = "tensorflow_datasets.load"
_PARAMETERS = ("name", "split")  # of `load`, which go on: core/load.py of tensorflow_datasets 4
# Collections whose supervised rows are an image or a text and the number of its class, an int64: the catalog at
# https://www.tensorflow.org/datasets/catalog/overview.
_CLASSES = {
    **dict.fromkeys(("mnist", "fashion_mnist", "kmnist", "emnist", "cifar10", "cifar100"), "uint8"),
    **dict.fromkeys(("cats_vs_dogs", "horses_or_humans", "rock_paper_scissors", "tf_flowers"), "uint8"),
    **dict.fromkeys(("oxford_flowers102", "stanford_dogs", "svhn_cropped", "beans", "malaria"), "uint8"),
    **dict.fromkeys(("eurosat", "food101", "imagenette", "plant_village", "imagenet2012"), "uint8"),
    **dict.fromkeys(("imdb_reviews", "ag_news_subset", "yelp_polarity_reviews"), "str"),
}


def tfds_call(name: str, arguments: Arguments) -> Value | None:
    """Return what a function of `tensorflow_datasets` gives; None for another than `load`, or one that batches."""
    options = arguments.keywords
    with_info = options.get("with_info", constant(False)).constant
    if name != _LOAD or arguments.starred or "batch_size" in options or not isinstance(with_info, bool):
        return None
    loaded = _loaded(arguments.of(_PARAMETERS, "split"), _dataset(arguments))
    return collection(loaded, external(f"{name}.info")) if with_info else loaded


def _loaded(split: Value | None, dataset: Value) -> Value:
    """A dataset, one for each of several splits, or a dict of them by their names."""
    if split is None or isinstance(split, NoneValue):
        return some(dataset)
    if isinstance(split, (ListOrTuple, Dict)):
        return collection(*(dataset for _ in split.items))
    return dataset if isinstance(split, (Number, Text)) else UNKNOWN


def _dataset(arguments: Arguments) -> Value:
    source = (arguments.of(_PARAMETERS, "name") or UNKNOWN).constant
    name = source.partition(":")[0].partition("/")[0] if isinstance(source, str) else ""
    supervised = arguments.keywords.get("as_supervised", UNKNOWN).constant is True
    items = (array(dtype=_CLASSES[name]), array(dtype="int64")) if supervised and name in _CLASSES else ()
    return Dataset(items, batching=Batching.NONE, size=Size.KNOWN)
