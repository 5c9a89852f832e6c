"""Reviews of scripts for tests."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.review.changes import Review
from gpu2ipu.review.proposal import review_of
from gpu2ipu.source.script_file import Source

TRAINING = """\
import numpy as np
from tensorflow import keras

x, y = np.zeros((1000, 4)), np.zeros((1000, 1))
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, batch_size=32)
print(model.evaluate(x, y))
"""


def reviewed(text: str, config: Config | None = None, path: Path = Path("train.py")) -> Review:
    """The changes that `convert` makes of a script."""
    source = Source.decode(path, text.encode())
    converted = convert_text(path, source.text, config or Config())
    return review_of(source, converted.text, converted.applied, converted.left)


def port_of(text: str, config: Config | None = None) -> str:
    """The port that `convert` writes."""
    return convert_text(Path("train.py"), text, config or Config()).text


def with_those_needed(review: Review, *numbers: int) -> set[int]:
    """Changes, and all that they need."""
    return {each for number in numbers for each in (number, *review.changes[number - 1].needs)}
