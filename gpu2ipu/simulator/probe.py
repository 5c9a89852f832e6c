"""Probe of this interpreter: versions of TensorFlow and Keras, Graphcore's SDK, IPUs. TensorFlow is not imported.

`PYTHON …/gpu2ipu/simulator --probe` prints it as one line of JSON. A TensorFlow with the package
`tensorflow.python.ipu` is Graphcore's; the IPUs are those that `gc-info -l` of the SDK lists.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

from .finder import keras_package

#: The version of the JSON format; it increases when an entry changes its meaning.
FORMAT = 1

#: Names of the distributions of TensorFlow.
_TENSORFLOWS = (
    "tensorflow",
    "tensorflow-cpu",
    "tensorflow-gpu",
    "tensorflow-intel",
    "tensorflow-macos",
    "tf-nightly",
)

#: The version of the SDK in the version of a wheel (2.6.3+gc3.4.0+…), and in the folder that `enable.sh` puts into
#: $POPLAR_SDK_ENABLED (…/poplar_sdk-ubuntu_20_04-3.4.0+1507-…).
_SDK_OF_WHEEL = re.compile(r"\+gc(\d+\.\d+)")
_SDK_OF_FOLDER = re.compile(r"-(\d+\.\d+)\.\d+\+")

#: A single IPU in the output of `gc-info -l`; groups of IPUs are marked "Multi IPU".
_DEVICE = re.compile(r"^-\+-\s*Id:\s*\[\d+\](?!.*Multi IPU)", re.MULTILINE)

#: The timeout of `gc-info` in seconds: it may have to wait for a partition.
_PATIENCE = 60.0


def probe() -> dict[str, Any]:
    """Return all facts about this interpreter as JSON values; None for what is missing or unknown."""
    tensorflow, keras = _folder("tensorflow"), keras_package()
    is_graphcore = tensorflow is not None and os.path.isfile(
        os.path.join(tensorflow, "python", "ipu", "__init__.py")
    )
    tool = shutil.which("gc-info")
    return {
        "format": FORMAT,
        "python": platform.python_version(),
        "prefix": sys.prefix,
        "tensorflow": None if tensorflow is None else _version(*_TENSORFLOWS) or "unknown",
        "keras": None if keras is None else _version(keras, keras.replace("_", "-")) or "unknown",
        "protobuf": _version("protobuf"),
        "graphcore": is_graphcore,
        "sdk": _sdk() if is_graphcore else None,
        "gc_info": tool,
        "ipus": None if tool is None else _ipus(tool),
    }


def _folder(package: str) -> str | None:
    """Return the folder of a package, None if it is not installed; its code is not run."""
    spec = importlib.util.find_spec(package)
    return next(iter(spec.submodule_search_locations or ()), None) if spec is not None else None


def _version(*names: str) -> str | None:
    """Return the version of the first of these distributions that is installed, None if none is."""
    for name in names:
        try:
            return distribution(name).version
        except PackageNotFoundError:
            continue
    return None


def _sdk() -> str | None:
    """Return the version of the SDK, from its wheel or from the folder that was enabled; None if unknown."""
    found = _SDK_OF_WHEEL.search(_version("tensorflow") or "") or _SDK_OF_FOLDER.search(
        os.environ.get("POPLAR_SDK_ENABLED", "")
    )
    return found.group(1) if found else None


def _ipus(tool: str) -> int:
    """Return the number of IPUs that `gc-info` lists; 0 if it fails, as it does without a driver."""
    try:
        listing = subprocess.run(
            [tool, "-l"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=_PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return len(_DEVICE.findall(listing.stdout.decode("utf-8", "replace")))
