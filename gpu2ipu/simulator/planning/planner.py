"""Run a script without training, and write what its models need: a `journal`, as that of a recorded run.

    {"plan": 1, "python", "tensorflow", "keras", "interpreter", "script", "chip", "capacity"}                first
    {"model": n, "name", "class", PLACE, "batch_size", "micro_batch", "optimizer", MEASUREMENTS}      see `measurement`
    {"model": n, "name", "class", "failed": why}                           a model that cannot be measured
    {"own_loop": true}                          the script computes gradients in a loop of its own, and ends there

A model is measured at each `fit`, before it returns, if it is compiled anew or its batches have changed.
"""

from __future__ import annotations

import functools
import platform
import sys
from typing import Any, Callable

import tensorflow as tf

from ..keras2 import installed
from ..memory.limits import LIMITS
from ..recording import inputs
from ..recording.calls import plain
from ..recording.journal import Journal, words_of
from ..recording.models import build
from ..recording.wrapping import signature_of, wrap
from . import places, untrained
from .fit_data import Batch, batch_of
from .measurement import measure

FORMAT = 1


class Planner(Journal):
    """Measures the models of a process, whose fit, evaluate and predict compute nothing."""

    def __init__(self, path: str, micro_batch: int | None = None) -> None:
        """Open the journal; nothing is wrapped before `start`. Raises OSError if it cannot be written.

        `micro_batch` is the size of a micro-batch; None takes the batch of each `fit`.
        """
        super().__init__(path, plain)
        self._micro_batch = micro_batch
        self._is_measuring = False
        #: The models, which are kept alive, and what each was last measured with.
        self._models: list[Any] = []
        self._measured: dict[int, Any] = {}
        #: The models that could not be measured, each with its optimizer.
        self._failed: list[tuple[int, Any]] = []

    def start(self, script: str) -> None:
        """Write the header and wrap Keras; the simulator is already installed."""
        installed.show_version()
        self._write(
            plan=FORMAT,
            python=platform.python_version(),
            tensorflow=tf.__version__,
            keras=installed.version(),
            interpreter=sys.executable,
            script=script,
            chip=LIMITS.chip.name,
            capacity=LIMITS.chip.memory(),
        )
        around: dict[str, Callable[..., Any]] = {
            "fit": self._fit,
            "evaluate": self._evaluate,
            "predict": self._predict,
            "train_on_batch": self._train_on_batch,
            "test_on_batch": self._evaluate,
        }
        for owner in installed.model_classes():
            for name, function in around.items():
                wrap(owner, name, functools.partial(_called, function))
        self._end_own_loops()
        places.note(script)

    def _end_own_loops(self) -> None:
        """End the script where it computes gradients of variables in a loop of its own, which would train for long."""
        stock = tf.GradientTape.gradient

        @functools.wraps(stock)
        def gradient(tape: Any, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
            if not self._is_measuring and any(
                isinstance(each, tf.Variable) for each in tf.nest.flatten(sources)
            ):
                self._write(own_loop=True)
                raise SystemExit(0)
            return stock(tape, target, sources, *args, **kwargs)

        tf.GradientTape.gradient = gradient

    def _fit(self, model: Any, arguments: dict[str, Any]) -> Any:
        self._measure(model, arguments)
        return untrained.history(model, arguments)

    def _train_on_batch(self, model: Any, arguments: dict[str, Any]) -> Any:
        self._measure(model, {**arguments, "batch_size": inputs.rows_of(arguments["x"])})
        return untrained.scores(model, bool(arguments.get("return_dict")))

    def _evaluate(self, model: Any, arguments: dict[str, Any]) -> Any:
        return untrained.scores(model, bool(arguments.get("return_dict")))

    def _predict(self, model: Any, arguments: dict[str, Any]) -> Any:
        return untrained.predictions(model, arguments)

    def _measure(self, model: Any, arguments: dict[str, Any]) -> None:
        """Measure a model for a call that trains it. Raises RuntimeError if it is not compiled."""
        model._assert_compile_was_called()
        number = next((n for n, known in enumerate(self._models) if known is model), len(self._models))
        if number == len(self._models):
            self._models.append(model)
        if (number, model.optimizer) in self._failed:
            return
        about = {"model": number, "name": model.name, "class": type(model).__name__}
        self._is_measuring = True
        try:
            # as `fit` does: of a discriminator that was frozen after `compile`, say, all weights are trained
            with installed.module("engine.training_utils").RespectCompiledTrainableState(model):
                found = self._new_measurement(number, model, batch_of(arguments))
        except Exception as error:  # a model, or its data, may raise anything
            self._failed.append((number, model.optimizer))
            self._write(**about, failed=f"{type(error).__name__}: {_in_a_line(error)}")
            return
        finally:
            self._is_measuring = False
        if found:
            place = places.place_of(model)
            self._write(**about, **place, optimizer=type(model.optimizer).__name__, **found)

    def _new_measurement(self, number: int, model: Any, batch: Batch) -> dict[str, Any]:
        """Return the measurements of a model, nothing if it was measured like that before."""
        rows = self._micro_batch or batch.rows
        build(model, batch.specs[0])
        made_of = (rows, model.optimizer, len(model.trainable_weights))
        if self._measured.get(number) == made_of:
            return {}
        found = measure(model, batch.of(rows))
        self._measured[number] = made_of
        return {"batch_size": batch.rows, "micro_batch": rows, **found}


def _called(
    function: Callable[[Any, dict[str, Any]], Any],
    stock: Callable[..., Any],
    model: Any,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Call a function of a model and of the arguments of one of its methods; wrong arguments raise TypeError."""
    bound = signature_of(stock).bind(model, *args, **kwargs)
    bound.apply_defaults()
    return function(model, dict(bound.arguments))


def _in_a_line(error: Exception) -> str:
    """Return the message of an exception, without the stack and the arguments that Keras puts around it."""
    message = " ".join(words_of(error).partition("Call arguments received")[0].split())
    return message if len(message) <= 300 else message[:297] + "..."
