"""A small grammar of Keras training scripts for hypothesis: what users vary in training and in writing.

`scripts()` draws a `Style` and `write` turns it into text: a failing example shrinks to the simplest style.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

# What a script imports, and what it then calls Sequential and Dense.
IMPORTS = {
    "attribute": (("import tensorflow as tf",), "tf.keras.Sequential", "tf.keras.layers.Dense"),
    "keras": (("from tensorflow import keras",), "keras.Sequential", "keras.layers.Dense"),
    "names": (
        ("from tensorflow.keras.models import Sequential", "from tensorflow.keras.layers import Dense"),
        "Sequential",
        "Dense",
    ),
    "standalone": (
        ("from keras.models import Sequential", "from keras import layers"),
        "Sequential",
        "layers.Dense",
    ),
}

LAYOUTS = ("module", "guard", "main", "builder", "functions")
HEADS = (
    "",
    "#!/usr/bin/env python",
    "# -*- coding: utf-8 -*-",
    '"""A docstring."""',
    "from __future__ import division",
)
AFTER = ("evaluate", "evaluate batch", "predict", "predict batch", "predict few", "predict loop")

Lines = list[tuple[int, str]]  # level of indentation and text


@dataclass(frozen=True)
class Style:
    """One way to write a training script that prints its predictions. `batch` None: Keras takes 32."""

    head: str
    imports: str
    layout: str
    dataset: bool
    rows: int
    test_rows: int
    batch: int | None
    batch_is_named: bool
    batch_is_positional: bool
    labels: str
    validation: str
    after: tuple[str, ...]
    hidden: int
    adds: bool
    wrapped: bool
    decoration: tuple[str, ...]
    quote: str
    indentation: str
    newline: str
    ends_with_newline: bool


def scripts() -> st.SearchStrategy[Style]:
    """Styles of scripts that run on a GPU as they are."""
    return st.builds(
        Style,
        head=st.sampled_from(HEADS),
        imports=st.sampled_from(sorted(IMPORTS)),
        layout=st.sampled_from(LAYOUTS),
        dataset=st.booleans(),
        rows=st.integers(90, 400),
        test_rows=st.integers(3, 150),
        batch=st.none() | st.integers(1, 64),
        batch_is_named=st.booleans(),
        batch_is_positional=st.booleans(),
        labels=st.sampled_from(["int64", "int32", "float32", "float64"]),
        validation=st.sampled_from(["", "data", "split"]),
        after=st.lists(st.sampled_from(AFTER), max_size=3).map(tuple),
        hidden=st.integers(1, 4),
        adds=st.booleans(),
        wrapped=st.booleans(),
        decoration=st.lists(st.sampled_from(["", "above", "behind", "blank"]), min_size=1, max_size=6).map(
            tuple
        ),
        quote=st.sampled_from("\"'"),
        indentation=st.sampled_from(["    ", "  ", "\t"]),
        newline=st.sampled_from(["\n", "\r\n"]),
        ends_with_newline=st.booleans(),
    )


def write(style: Style) -> str:
    """The script, with a numbered comment wherever the style has one."""
    lines = _decorated([*_head(style), *_arranged(style)], style.decoration)
    text = "\n".join(style.indentation * level + line for level, line in lines).replace('"', style.quote)
    text = text.replace("'''A docstring.'''", '"""A docstring."""')
    return text.replace("\n", style.newline) + style.newline * style.ends_with_newline


def _head(style: Style) -> Lines:
    lines = [style.head] if style.head else []
    lines += ["import numpy as np", *IMPORTS[style.imports][0]]
    if style.dataset and "import tensorflow as tf" not in lines:
        lines.append("import tensorflow as tf")
    return [(0, line) for line in lines]


def _arranged(style: Style) -> Lines:
    """Data, model, training and what follows, at module level or in functions."""
    data, model, fit, after = _data(style), _model(style), _fit(style), _after(style)
    compiled = 'model.compile(optimizer="adam", loss="mse", metrics=["mae"])'
    whole = [*data, *model, compiled, *fit, *after]
    if style.layout == "guard":
        return [(0, 'if __name__ == "__main__":'), *_indented(whole)]
    if style.layout == "main":
        call = [(0, 'if __name__ == "__main__":'), (1, "main()")]
        return [(0, "def main():"), *_indented(whole), *call]
    if style.layout == "builder":
        build = [(0, "def build():"), *_indented([*model, compiled, "return model"])]
        return [*build, *_flat([*data, "model = build()", *fit, *after])]
    if style.layout == "functions":
        build = [(0, "def build():"), *_indented([*model, "return model"])]
        train = [(0, "def train(model, x, y, x_test, y_test):"), *_indented([*_batch(style), compiled, *fit])]
        calls = ["model = build()", "train(model, x, y, x_test, y_test)"]
        return [*build, *train, *_flat([*data, *calls, *after])]
    return _flat(whole)


def _flat(statements: list[str]) -> Lines:
    """Statements at module level; a further line of a statement begins with blanks of its own."""
    return [(0, line) for statement in statements for line in statement.split("\n")]


def _indented(statements: list[str]) -> Lines:
    return [(level + 1, line) for level, line in _flat(statements)]


def _batch(style: Style) -> list[str]:
    return [f"BATCH = {style.batch}"] if style.batch_is_named and style.batch else []


def _data(style: Style) -> list[str]:
    def labels(rows: int) -> str:
        return f'np.random.randint(0, 2, size={rows}).astype("{style.labels}")'

    return [
        *_batch(style),
        f'x = np.random.rand({style.rows}, 4).astype("float32")',
        f"y = {labels(style.rows)}",
        f'x_test = np.random.rand({style.test_rows}, 4).astype("float32")',
        f"y_test = {labels(style.test_rows)}",
    ]


def _model(style: Style) -> list[str]:
    _, sequential, dense = IMPORTS[style.imports]
    layers = [f'{dense}(8, activation="relu", input_shape=(4,))']
    layers += [f'{dense}(8, activation="relu")'] * (style.hidden - 1) + [f"{dense}(1)"]
    if style.adds:
        return [f"model = {sequential}()", *(f"model.add({layer})" for layer in layers)]
    return [f"model = {sequential}([\n    " + ",\n    ".join(layers) + ",\n])"]


def _batch_text(style: Style) -> str:
    return "BATCH" if style.batch_is_named and style.batch else str(style.batch or 32)


def _slices(style: Style, x: str, y: str) -> str:
    return f"tf.data.Dataset.from_tensor_slices(({x}, {y})).batch({_batch_text(style)})"


def _fit(style: Style) -> list[str]:
    before: list[str] = []
    if style.dataset:
        before = [f"train_ds = {_slices(style, 'x', 'y')}"]
        arguments = ["train_ds"]
    else:
        arguments = ["x", "y"]
        if style.batch:
            arguments.append(("" if style.batch_is_positional else "batch_size=") + _batch_text(style))
    arguments.append("epochs=2")
    if style.validation == "split" and not style.dataset:
        arguments.append("validation_split=0.2")
    elif style.validation:
        validation = _slices(style, "x_test", "y_test") if style.dataset else "(x_test, y_test)"
        arguments.append(f"validation_data={validation}")
    separator = ",\n          " if style.wrapped else ", "
    return [*before, f"history = model.fit({separator.join(arguments)})"]


def _after(style: Style) -> list[str]:
    return [line for number, what in enumerate(style.after) for line in _use(style, what, f"result{number}")]


def _use(style: Style, what: str, name: str) -> Iterator[str]:
    size = f", batch_size={style.batch or 16}" if what.endswith("batch") else ""
    if what == "predict few":
        yield f"{name} = model.predict(x_test[:2])[0]"
        yield f"print({name})"
    elif what == "predict loop":
        yield f"for value in model.predict(x_test):\n{style.indentation}print(value)"
    elif what.startswith("predict"):
        yield f"{name} = model.predict(x_test{size})"
        yield f"print({name}.shape, {name}[-1])"
    elif style.dataset:
        yield f"{name} = model.evaluate({_slices(style, 'x_test', 'y_test')})"
    else:
        yield f"{name} = model.evaluate(x_test, y_test{size}, verbose=0)"


def _decorated(lines: Lines, decoration: tuple[str, ...]) -> Lines:
    """Comments and blank lines between and behind; never within brackets, whose lines black may join."""
    decorated: Lines = []
    opened = 0
    for number, (level, line) in enumerate(lines):
        what = decoration[number % len(decoration)] if number > 1 and not opened else ""
        opened += sum(map(line.count, "([")) - sum(map(line.count, ")]"))
        if what in ("above", "blank"):
            decorated.append((level, f"# note {number}") if what == "above" else (0, ""))
        decorated.append((level, f"{line}  # remark {number}" if what == "behind" and not opened else line))
    return decorated
