"""Training scripts by their sizes: arrays and datasets of many lengths, with all that evaluates and predicts.

`draw` takes the sizes at random and `write` makes a script of them; numbers that are not known come from a generator.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

BATCHES = (16, 20, 32, 50, 64, 100, 128, 256)
MODEL = (
    "model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])",
    'model.compile("adam", "mse", metrics=["mae"])',
)


@dataclass(frozen=True)
class Sizes:
    """What a script trains, evaluates and predicts, and how many samples it has for that."""

    dataset: bool
    known: bool  # the script fixes the numbers of samples
    in_function: bool  # `fit` gets its arrays as parameters
    rows: int
    held: int  # samples of a validation
    test: int
    batch: int | None
    validation: str  # "", "val": samples of its own, "test", or "split"
    share: float
    evaluates: bool
    evaluation_batch: int | None
    predicts: bool


def draw(chance: random.Random) -> Sizes:
    """Training sets of 600 to 60,000 samples, others of a third of that at most."""
    rows, dataset = _size(chance, 600, 60_000), chance.random() < 0.5
    validations = ["", "val", "test"] + ([] if dataset else ["split"])
    return Sizes(
        dataset=dataset,
        known=chance.random() < 0.5,
        in_function=chance.random() < 0.3,
        rows=rows,
        held=_size(chance, 20, rows // 3),
        test=_size(chance, 20, rows // 3),
        batch=chance.choice(BATCHES if dataset else (None, *BATCHES)),
        validation=chance.choice(validations),
        share=chance.choice((0.1, 0.2, 0.25, 0.3)),
        evaluates=chance.random() < 0.7,
        evaluation_batch=chance.choice((None, 32, 100)),
        predicts=chance.random() < 0.5,
    )


def _size(chance: random.Random, least: int, most: int) -> int:
    return round(math.exp(chance.uniform(math.log(least), math.log(most))))


def write(sizes: Sizes) -> str:
    """The script."""
    head = ["import numpy as np", "import tensorflow as tf", "", "chance = np.random.default_rng(0)"]
    calls = _on_datasets(sizes) if sizes.dataset else _on_arrays(sizes)
    return "\n".join([*head, *_arrays(sizes), "", *calls]) + "\n"


def _arrays(sizes: Sizes) -> Iterator[str]:
    for name, rows in (("train", sizes.rows), ("val", sizes.held), ("test", sizes.test)):
        number = str(rows) if sizes.known else f"int(chance.integers({rows}, {rows + 1}))"
        yield f'x_{name} = np.random.rand({number}, 2).astype("float32")'
        yield f'y_{name} = np.zeros(len(x_{name}), "float32")'


def _on_datasets(sizes: Sizes) -> Iterator[str]:
    slices = "tf.data.Dataset.from_tensor_slices"
    for name in ("train", "val", "test"):
        yield f"{name} = {slices}((x_{name}, y_{name})).batch({sizes.batch})"
    yield f"wanted = {slices}(x_test).batch({sizes.batch})"
    yield from MODEL
    validation = f", validation_data={sizes.validation}" if sizes.validation else ""
    yield f"model.fit(train, epochs=2{validation})"
    if sizes.evaluates:
        yield "print(model.evaluate(test))"
    if sizes.predicts:
        yield "print(model.predict(wanted).shape)"


def _on_arrays(sizes: Sizes) -> Iterator[str]:
    yield MODEL[0]
    batch = f", batch_size={sizes.batch}" if sizes.batch else ""
    validation, arrays = "", "x_train, y_train"
    if sizes.validation == "split":
        validation = f", validation_split={sizes.share}"
    elif sizes.validation:
        held = f"x_{sizes.validation}, y_{sizes.validation}"
        validation, arrays = f", validation_data=({held})", f"{arrays}, {held}"
    fit = f"model.fit(x_train, y_train{batch}, epochs=2{validation})"
    if sizes.in_function:
        yield from (
            f"def train(model, {arrays}):",
            f"    {MODEL[1]}",
            f"    {fit}",
            f"train(model, {arrays})",
        )
    else:
        yield from (MODEL[1], fit)
    if sizes.evaluates:
        size = f", batch_size={sizes.evaluation_batch}" if sizes.evaluation_batch else ""
        yield f"print(model.evaluate(x_test, y_test{size}))"
    if sizes.predicts:
        yield "print(model.predict(x_test).shape)"
