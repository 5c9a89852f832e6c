"""Names: which module a name was imported from, and one spelling for each of the many ways to say `keras.x`.

A qualified name is the dotted path of the definition, with every Keras folded onto `keras`: `tf.keras.layers.Dense`,
`keras.layers.Dense` and `tensorflow.python.keras.layers.Dense` are all `keras.layers.Dense`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

# Modules that are Keras under another name, longest first.
KERAS_MODULES = (
    "tensorflow.compat.v2.keras",
    "tensorflow.compat.v1.keras",
    "tensorflow.python.keras.api._v2.keras",
    "tensorflow.python.keras",
    "tensorflow.contrib.keras.python.keras",
    "tensorflow.contrib.keras.api.keras",
    "tensorflow.contrib.keras",
    "tensorflow.keras",
    "tf_keras",
    "keras.api._v2.keras",
    "keras.api",
    "keras.src",
    "keras",
)

_DATASETS = ("Dataset", "ops.dataset_ops.Dataset", "ops.dataset_ops.DatasetV1", "ops.dataset_ops.DatasetV2")
# Places where Keras has the same thing twice; the right side is the name that the tables use.
_SAME = {
    "keras.models.Model": "keras.Model",
    "keras.models.Sequential": "keras.Sequential",
    "keras.engine.training.Model": "keras.Model",
    "keras.engine.sequential.Sequential": "keras.Sequential",
    "keras.layers.Input": "keras.Input",
    "keras.utils.np_utils.to_categorical": "keras.utils.to_categorical",
    "keras.engine.input_layer.Input": "keras.Input",
    "tensorflow.compat.v2": "tensorflow",
    "tensorflow.dtypes.cast": "tensorflow.cast",
    **{f"tensorflow.python.data.{same}": "tensorflow.data.Dataset" for same in _DATASETS},
    **{f"tensorflow.{same}": f"keras.{same}" for same in ("optimizers", "losses", "metrics")},
    # What TensorFlow 1 had as TensorFlow 2 has it; more of it goes by other names, or takes other arguments.
    **{f"tensorflow.compat.v1.{same}": f"tensorflow.{same}" for same in ("data", "distribute", "function")},
    **{f"tensorflow.compat.v1.{same}": f"tensorflow.{same}" for same in ("GradientTape", "cast", "reshape")},
}


def canonical(name: str) -> str:
    """Fold a dotted name onto the spelling that the tables use."""
    for module in KERAS_MODULES:
        if name == module or name.startswith(module + "."):
            name = "keras" + name[len(module) :]
            break
    return _SAME.get(name, name)


def bindings(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Yield the local and the written name of all that an import binds; "*" for a star, relative ones with dots."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            if alias.asname:
                yield alias.asname, alias.name
            else:
                top = alias.name.split(".")[0]
                yield top, top
        return
    module = "." * node.level + (node.module or "")
    for alias in node.names:
        if alias.name == "*":
            yield "*", module
        else:
            yield alias.asname or alias.name, f"{module}.{alias.name}"


def dotted(node: ast.expr) -> str | None:
    """`a.b.c` as text, or None when the expression is anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        value = dotted(node.value)
        return f"{value}.{node.attr}" if value else None
    return None


def is_class_name(name: str) -> bool:
    """True if the last part of a dotted name is written like a class."""
    return name.rpartition(".")[2][:1].isupper()
