"""The names by which a port calls the modules of the SDK: `ipu`, and `keras.ipu` by the script's own name of Keras."""

from __future__ import annotations

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit, Insert
from gpu2ipu.port.code.added_imports import insert_at_top

_IPU = "tensorflow.python.ipu"
# What gives Keras in a port, and how it goes on from there: the others are the same modules under other names.
_KERAS = (("tensorflow.keras", ""), ("keras", ""), ("tensorflow", ".keras"))


def ipu_name(facts: Facts) -> str:
    """Return the name of the IPU module in the port of a file."""
    return imported_ipu(facts) or _new_ipu_name(facts)


def imported_ipu(facts: Facts) -> str:
    """Return the name that a file imports the IPU module by; empty where it imports only parts of it, or none."""
    return next((name for _, name, target in facts.imports if target == _IPU), "")


def ipu_import(file: Script, facts: Facts) -> Insert:
    """Return the import of the IPU module into a file."""
    name = _new_ipu_name(facts)
    renamed = "" if name == "ipu" else f" as {name}"
    return insert_at_top(file, f"from tensorflow.python import ipu{renamed}")


def keras_ipu(file: Script, sdk: str) -> tuple[str, tuple[Edit, ...]]:
    """Return the module with `PipelineStage`, and the import to add where a file cannot name it.

    The extensions of Keras moved from `ipu.keras` to `keras.ipu` with SDK 2.6: keras/ipu of graphcore/keras.
    """
    facts = facts_of(file)
    if sdk == "2.5":
        return f"{ipu_name(facts)}.keras", () if imported_ipu(facts) else (ipu_import(file, facts),)
    keras, edits = keras_name(file)
    return f"{keras}.ipu", edits


def keras_name(file: Script) -> tuple[str, tuple[Edit, ...]]:
    """Return the name of Keras in a file, and the import to add where it has none."""
    for module, rest in _KERAS:
        for node, name, target in facts_of(file).imports:
            if target == module and node in file.tree.body:
                return f"{name}{rest}", ()
    name = fresh_name(file, "keras", "tf_keras")
    renamed = "" if name == "keras" else f" as {name}"
    return name, (insert_at_top(file, f"from tensorflow import keras{renamed}"),)


def _new_ipu_name(facts: Facts) -> str:
    return fresh_name(facts.script, "ipu", "tf_ipu")
