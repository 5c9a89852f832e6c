"""What to say to someone whose script has failed for a reason that lies outside of it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
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
_NO_DOWNLOAD = re.compile(r"URL fetch failure on \S*/tf-keras-datasets/")
_NO_TENSORBOARD = "TensorBoard is not installed"
_NO_INPUT = "EOFError: EOF when reading a line"
_NO_ARGUMENTS = "error: the following arguments are required:"
_OTHER_SIZE = re.compile(r"yielded an element of shape \((\d+)\b[^)]*\) where an element of shape \((\d+)\b")
_NOT_A_DATASET = re.compile(
    r"of type `(\w+)` which is not compatible with the IPU's requirement to know the data shape"
)
_NO_BATCH = "The dataset length is unknown."  # of arrays; of a dataset the SDK counts the items
_NO_ITEMS = re.compile(r"dataset contains (\d+) items, but all \d+ replicas")


# what a script imports, also one in the JSON of a notebook; and which of some modules an interpreter lacks
_IMPORT = re.compile(r'^\s*"?(?:import|from)\s+(\w+)', re.MULTILINE)
_ASK = "import sys, importlib.util\nprint(*(name for name in sys.argv[1:] if not importlib.util.find_spec(name)))"
_PATIENCE = 20.0


def on(words: str, python: Path | str, script: Path | None = None) -> Iterator[str]:
    """Advice on a failure in these words, in this interpreter, of a script that may be read again.

    Modules that the script would lack next are named along with the first.
    """
    if _NO_PACKAGE in words:
        yield (
            "the script is part of a package: name it by -m, as in `-m package.train`, in the folder above the package"
        )
    if missing := list(dict.fromkeys(_NO_MODULE.findall(words))):
        if script is not None:
            missing += _missing_besides(missing, script, python)
        yield _to_install(missing, python)
    if _NO_TENSORBOARD in words:
        command = installation.packages(["tensorboard"], Path(python))
        yield f"the callback TensorBoard needs the package tensorboard, which newer TensorFlows do not bring: {command}"
    if _NO_DOWNLOAD.search(words):
        yield "the dataset cannot be downloaded: --synthetic-data puts a stand-in of its shapes and types in its place"
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


def _to_install(modules: Sequence[str], python: Path | str) -> str:
    """Which modules are missing, and how those of well-known packages are installed."""
    known = [_PACKAGES[top] for name in modules if (top := name.partition(".")[0]) in _PACKAGES]
    command = f" (`{installation.packages(known, Path(python))}`)" if known else ""
    names, them = ("module", "it") if len(modules) == 1 else ("modules", "them")
    return (
        f"{python} has no {names} {', '.join(modules)}: install {them} there{command}, or name an interpreter that has "
        f"{them} by --python"
    )


def _missing_besides(modules: Sequence[str], script: Path, python: Path | str) -> list[str]:
    """The modules of well-known packages that a script imports, and that its interpreter lacks, without some."""
    told = {name.partition(".")[0] for name in modules}
    try:
        imported = set(_IMPORT.findall(script.read_text("utf-8", "replace"))) & _PACKAGES.keys() - told
        command = [str(python), "-c", _ASK, *sorted(imported)]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    return answer.stdout.split()
