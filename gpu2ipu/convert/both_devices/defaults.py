"""The values that arguments have which a port gives and an original leaves out."""

from __future__ import annotations

# what is called last in `a.b.c(...)` -> its parameters, with their defaults in tf.keras, tf.data and TensorFlow
_DEFAULTS: dict[str, dict[str, str]] = {
    "compile": {"steps_per_execution": "1", "run_eagerly": "None"},
    "fit": {
        "batch_size": "None",
        "validation_batch_size": "None",
        "validation_data": "None",
        "validation_split": "0.0",
        "validation_steps": "None",
        "steps_per_epoch": "None",
        "shuffle": "True",
        "workers": "1",
        "use_multiprocessing": "False",
    },
    "evaluate": {"batch_size": "None", "steps": "None", "workers": "1", "use_multiprocessing": "False"},
    "predict": {"batch_size": "None", "steps": "None", "workers": "1", "use_multiprocessing": "False"},
    "function": {"jit_compile": "None"},
    "batch": {"drop_remainder": "False"},
    "padded_batch": {"drop_remainder": "False"},
    "window": {"drop_remainder": "False"},
}


def default_of(function: str, parameter: str) -> str | None:
    """Return the default of a parameter as code; None where it is not known."""
    return _DEFAULTS.get(function, {}).get(parameter)
