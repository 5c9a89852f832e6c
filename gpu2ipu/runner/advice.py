"""What to say to someone whose script has failed for a reason that lies outside of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gpu2ipu.runner import installation

_NO_PACKAGE = "attempted relative import with no known parent package"
_NO_MODULE = re.compile(r"No module named '(?!tensorflow\b|keras\b)([\w.]+)'")
# packages that scripts often use, by the modules that they bring; the name of another module may be that of anything
_PACKAGES = {
    "PIL": "pillow",
    "cv2": "opencv-python-headless",
    "matplotlib": "matplotlib",
    "pandas": "pandas",
    "scipy": "scipy",
    "seaborn": "seaborn",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "tensorflow_datasets": "tensorflow-datasets",
    "tqdm": "tqdm",
    "yaml": "pyyaml",
}
_NO_TENSORBOARD = "TensorBoard is not installed"
_NO_INPUT = "EOFError: EOF when reading a line"
_NO_ARGUMENTS = "error: the following arguments are required:"
_OTHER_SIZE = re.compile(r"yielded an element of shape \((\d+)\b[^)]*\) where an element of shape \((\d+)\b")
_NOT_A_DATASET = re.compile(
    r"of type `(\w+)` which is not compatible with the IPU's requirement to know the data shape"
)
_NO_BATCH = "The dataset length is unknown."  # of arrays; of a dataset the SDK counts the items
_NO_ITEMS = re.compile(r"dataset contains (\d+) items, but all \d+ replicas")


def on(words: str, python: Path | str) -> Iterator[str]:
    """Advice on a failure in these words, in this interpreter."""
    if _NO_PACKAGE in words:
        yield (
            "the script is part of a package: name it by -m, as in `-m package.train`, in the folder above the package"
        )
    for name in dict.fromkeys(_NO_MODULE.findall(words)):
        package = _PACKAGES.get(name.partition(".")[0])
        command = f" (`{installation.package(package, Path(python))}`)" if package else ""
        yield (
            f"{python} has no module {name}: install it there{command}, or name an interpreter that has it by --python"
        )
    if _NO_TENSORBOARD in words:
        command = installation.package("tensorboard", Path(python))
        yield f"the callback TensorBoard needs the package tensorboard, which newer TensorFlows do not bring: {command}"
    if _NO_INPUT in words:
        yield "a script that is compared has nothing to read from the terminal: hand over what it asks for in its ARGS"
    if _NO_ARGUMENTS in words:
        yield "put the script's own ARGS at the end, for `compare` after `--`"
    for got, first in dict.fromkeys(_OTHER_SIZE.findall(words)):
        yield (
            f"a generator that began with a batch of {first} rows gives one of {got}, but a program takes batches of "
            "one size: let it leave out the short ones, or take a size that divides its rows"
        )
    for kind in dict.fromkeys(_NOT_A_DATASET.findall(words)):
        yield (
            f"a model on an IPU takes no `{kind}`: pass `tf.data.Dataset.from_generator(..., output_signature=...)` "
            "that gives full batches, and the number of steps; see `gpu2ipu explain IPU205`"
        )
    if _NO_BATCH in words or "0" in _NO_ITEMS.findall(words):
        yield "there are fewer rows than one batch: say a `batch_size` of as many rows as there are, or a part of them"
