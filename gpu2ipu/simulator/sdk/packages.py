"""The packages of the SDK that are emulated, each with the folder that emulates it."""

from __future__ import annotations

from pathlib import Path

_SIMULATOR = Path(__file__).resolve().parents[1]

#: Package of the SDK -> its folder here, which mirrors it file for file.
EMULATED: dict[str, Path] = {
    "tensorflow.python.ipu": _SIMULATOR / "ipu",
    "keras.ipu": _SIMULATOR / "keras",
    "popdist": _SIMULATOR / "popdist",
    "ipu_tensorflow_addons": _SIMULATOR / "addons",
}
