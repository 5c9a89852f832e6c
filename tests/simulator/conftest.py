"""The emulated SDK in this process, for tests that run under current TensorFlow and under 2.6 alike.

This folder keeps to the syntax of Python 3.8: `test_tensorflow26` runs it again in that interpreter.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ["TF_USE_LEGACY_KERAS"] = "1"  # before any test imports TensorFlow
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

#: What TensorFlow itself warns of, under one Python or the other, is not ours to fix.
THEIR_WARNINGS = ("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning")


def pytest_collection_modifyitems(items: list[Any]) -> None:
    folder = Path(__file__).parent
    for item in items:
        if "tf" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("tensorflow"):
            raise pytest.UsageError(f"{item.nodeid} takes TensorFlow: mark it with pytest.mark.tensorflow")
        if item.get_closest_marker("tensorflow") and folder in item.path.parents:
            for warning in THEIR_WARNINGS:
                item.add_marker(pytest.mark.filterwarnings(warning))


@pytest.fixture(scope="session")
def tf() -> Any:
    """TensorFlow, with the simulator installed before it."""
    import gpu2ipu.simulator

    gpu2ipu.simulator.install()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import tensorflow

        importlib.import_module("tensorflow.python.ipu")
        tensorflow.keras.Model  # noqa: B018  # loads Keras, which is lazy
    return tensorflow


@pytest.fixture
def ipu(tf: Any) -> Iterator[Any]:
    """`tensorflow.python.ipu`, with nothing configured."""
    module = importlib.import_module("tensorflow.python.ipu")
    module.config.reset_ipu_configuration()
    yield module
    module.config.reset_ipu_configuration()


@pytest.fixture
def popdist(ipu: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`popdist` of an instance with two replicas."""
    importlib.import_module("popdist.tensorflow")
    monkeypatch.setenv("POPDIST_NUM_TOTAL_REPLICAS", "2")
    monkeypatch.setenv("POPDIST_NUM_LOCAL_REPLICAS", "2")
    return importlib.import_module("popdist")


@pytest.fixture
def strategy(ipu: Any) -> Any:
    return ipu.ipu_strategy.IPUStrategy()


@pytest.fixture
def dense(tf: Any, strategy: Any) -> Callable[..., Any]:
    """Makes and compiles a small regression model in the scope; keywords go to `compile`."""

    def make(**options: Any) -> Any:
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
            model.compile("sgd", "mse", **options)
        return model

    return make


@pytest.fixture
def logged(tf: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the simulator logs, formatted: warnings and notes."""
    from tensorflow.python.platform import tf_logging

    lines: list[str] = []

    def note(message: str, *args: Any) -> None:
        lines.append(str(message) % args if args else str(message))

    monkeypatch.setattr(tf_logging, "warning", note)
    monkeypatch.setattr(tf_logging, "info", note)
    return lines
