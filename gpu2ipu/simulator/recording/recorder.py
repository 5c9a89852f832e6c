"""Record what a script does when it trains, evaluates and predicts.

The protocol between this process and the one that compares is one JSON object per line, flushed at once, so that a file
is readable up to the last complete line even if the process is killed:

    {"format": 1, "python", "tensorflow", "keras", "interpreter", "script", "seed", "simulated", "on_device"}   first
    {"weights_of": model, "file", "digest", "arrays": [{"shape", "dtype"}]}     before a model's first use
    {"call": n, "kind", "model", "name", "steps_per_execution", "learning_rate", "schedule", "dtype", DATA,
     "validation": DATA}
    DATA is "input", "rows_given", "batch_size", "cardinality", "partial_batches", "shortened"; null if there is none
    {"call": n, "epoch", "logs", "of_replicas", "of_steps"}                after each epoch
    {"memory": {...}, "of": call or null}                                  a program of a call has been compiled
    {"at": {"call", "epoch", "epochs", "step", "steps", "loss"}}           where a training is, twice a second at most
    {"call": n, "read": metric, "value", "rows"}           a value of a metric that the script reads (`custom_loops`)
    {"iteration": n, "batch", "dataset": n, "on_ipu"}           the script begins to iterate over a dataset
    {"reads_replicas": true}                  the script reads how many replicas its strategy has (`replica_counts`)
    {"call": n, "done": true, "seconds", "losses", "micro_batches", "pipelined", "replicas", "evaluates_together",
     "normalizing", "drawing", "in_micro_batches", "counts", "validation_counts", "values", "of_replicas", "of_steps",
     "learning_rate", "outputs", "file", "digest", "against", "updates_file", "updates_against": [distance, array],
     "on_ipu"}
    "learning_rate" is that after the call; "of_replicas": means over all replicas of what is of one of them;
    "of_steps": the mean loss of all steps of an evaluation, where its results are none, see `_mean_of_steps`;
    "on_ipu": true for what runs on an IPU
    {"call": n, "kind", "failed": "Type: message"}                         instead of the line above
    {"loop_levels": [[1, 1], [1, 2]]}                    the custom loops that train, see `loop_limits`
    {"note": text}   and what every `journal` has

Calls are numbered from 0; they are those of the script, not those of Keras inside them (validation). Their kinds are
"fit", "evaluate" and "predict", and "loop" and "metric" for custom training loops. `counts` are {"steps", "rows",
"batch"} over the whole call, `losses` those of single steps, counted inside the compiled step (`tally`). A step of
"fit" is a weight update, computed from `micro_batches` steps of the compiled program. `normalizing` and `drawing` are
the layers that see these one by one, by their statistics or random numbers; where a port has some, the original takes
its steps `in_micro_batches`, too. On a device,
where a step cannot have such variables, `losses` are empty and `counts` follow from the data, which has full batches
only. Weights and predictions are in .npz files beside the record; `against` is their distance from those of the port,
`updates_against` that of the weights after each of the first updates (`tally`), of the array that is farthest apart.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import platform
import sys
import time
import weakref
from typing import Any, Callable, Iterator

import numpy as np
import tensorflow as tf

from ..keras2 import installed
from . import calls, inputs, loop_instrumentation, replica_counts, weights
from .alignment import PortRecord, align
from .call_parts import CallParts
from .custom_loops import CustomLoops
from .generators import fed_first
from .journal import Journal, is_ours
from .loop_limits import LoopLimits
from .micro_batches import in_micro_batches, normalizing_layers
from .models import (
    build,
    grouping_of,
    is_for_ipu,
    key_of,
    learning_rate,
    load_initial_weights,
    means_of_replicas,
    metric_values,
    schedule_of,
    trace_calls,
    updates,
    weights_of,
)
from .randomness import StatelessRandomness
from .rounding import round_alike
from .tally import LENGTH, PHASES, Tallies, Tally, WeightSketches
from .training_limits import (
    TrainingLimits,
    fitting_execution,
    limit_epochs,
    shorten,
    single_steps,
    steps_per_execution,
)
from .wrapping import signature_of, wrap

FORMAT = 1


class Recorder(Journal):
    """Records the calls of fit, evaluate and predict of a process; an original follows the record `port`."""

    def __init__(
        self,
        path: str,
        seed: int,
        limits: TrainingLimits,
        port: PortRecord | None = None,
        on_device: bool = False,
    ) -> None:
        """Open the record; nothing is wrapped before `start`. Raises OSError if it cannot be written.

        `on_device` says that steps are compiled for a device, which has none of the variables of this process.
        """
        super().__init__(path, calls.plain)
        self._seed = seed
        self._limits = limits
        self._port = port
        self._on_device = on_device
        self._tallies = Tallies()
        self._sketches = WeightSketches(self._tallies)
        self._randomness = StatelessRandomness(seed, self._device_draws if on_device else None)
        # model -> its number; models may be garbage-collected
        self._models: Any = weakref.WeakKeyDictionary()
        self._numbers = itertools.count()
        self._used_variables: dict[Any, bool] = {}
        self._next_call = itertools.count().__next__
        self._parts = CallParts()
        # the running call of the script
        self.current: dict[str, Any] | None = None
        self._loops = CustomLoops(self._write, self._next_call, self._is_busy, self._number_of, port)
        self._loop_limits = LoopLimits(
            limits, self._loops.progress, self._is_script_at_work, port.levels if port is not None else None
        )
        self._epochs_cut = 0  # the epochs that the script asked for, if they were reduced

    def start(self, script: str, simulated: bool) -> None:
        """Write the header and wrap TensorFlow and Keras; the simulator, if any, is already installed."""
        installed.show_version()
        self._write(
            format=FORMAT,
            python=platform.python_version(),
            tensorflow=tf.__version__,
            keras=installed.version(),
            interpreter=sys.executable,
            script=script,
            seed=self._seed,
            simulated=simulated,
            on_device=self._on_device,
        )
        if self._on_device:
            self._write(note="on a device the losses of single steps are not recorded, only those of epochs")
        else:
            round_alike()
            for losses in installed.copies("engine.compile_utils"):
                self._tallies.wrap(losses.LossesContainer)
            for optimizer in installed.optimizer_classes():
                self._sketches.wrap(optimizer)
        if self._port is not None:
            inputs.drop_before_shuffles()
        self._randomness.install()
        replica_counts.on_read(self._replicas_read)
        replica_counts.on_devices_at_hand()
        self._hear_warnings()
        for callbacks in installed.copies("callbacks"):
            self._record_epochs(callbacks.History)
        self._loops.install(counts_steps=not self._on_device)
        if self._limits != TrainingLimits() and not self._on_device:
            self._loops.on_read(self._loop_limits.read)
            loop_instrumentation.install(self._loop_limits.watch)
            self.compiler = loop_instrumentation.compiled
        for owner in installed.model_classes():
            for kind in ("fit", "evaluate", "predict"):
                wrap(owner, kind, functools.partial(self._call, kind))
            wrap(owner, "train_on_batch", self._train_on_batch)
            wrap(owner, "test_on_batch", functools.partial(self._inside, "evaluate"))

    def exception(self, error: BaseException) -> None:
        """Write the exception that ended the script, and a possible cause: a shortened history."""
        super().exception(error)
        if self._epochs_cut and isinstance(error, (IndexError, ValueError)) and not is_ours(error):
            self._write(
                note=f"the script failed after --epochs {self._limits.epochs} had shortened its "
                f"{self._epochs_cut} epochs: code that expects all of them, such as an index into a history, may fail"
            )

    def end(self, code: int) -> None:
        """Write the entries of the custom loops, and the exit code."""
        self._loops.finish(self._saved)
        if self._port is None:
            for note in self._loop_limits.notes():
                self._write(note=note)
        if self._on_device and self._limits != TrainingLimits() and self._loops.has_trained():
            self._write(note="on a device custom training loops are not shortened")
        levels = self._loop_limits.levels()
        if levels:
            self._write(loop_levels=levels)
        super().end(code)

    def _replicas_read(self, number: int) -> int:
        """Return how many replicas the script reads: an original those that are written in its port."""
        if self._port is not None and not self._port.reads_replicas:
            return max(number, self._port.replicas)
        self._write(reads_replicas=True)
        return number

    def _is_busy(self) -> bool:
        """Return whether a call of Keras is running, so that computations are not those of a custom loop."""
        return self.current is not None or bool(self._tallies.phases)

    def _is_script_at_work(self) -> bool:
        return not self._is_busy() and tf.executing_eagerly()

    def _inside(self, phase: str, stock: Callable[..., Any], model: Any, *args: Any, **kwargs: Any) -> Any:
        self._tallies.phases.append(phase)
        try:
            return stock(model, *args, **kwargs)
        finally:
            self._tallies.phases.pop()

    def _train_on_batch(
        self, stock: Callable[..., Any], model: Any, x: Any, *args: Any, **kwargs: Any
    ) -> Any:
        if not self._is_busy():
            self._loop_limits.trained_on_batch(inputs.rows_of(x))
        return self._inside("fit", stock, model, x, *args, **kwargs)

    def _call(self, kind: str, stock: Callable[..., Any], model: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature_of(stock).bind(model, *args, **kwargs)
        except TypeError:
            return stock(model, *args, **kwargs)  # raises the right TypeError
        if self.current is not None:
            return self._nested_call(kind, stock, model, *args, **kwargs)
        bound.apply_defaults()
        if not self._parts.is_next(kind):
            self._parts.number = self._next_call()
        number = self._parts.number
        self.current = {"call": number, "kind": kind, "of": weakref.ref(model), "epochs": 0}
        try:
            return self._recorded_call(stock, model, bound)
        except Exception as error:
            self._write(call=number, kind=kind, failed=f"{type(error).__name__}: {error}")
            raise
        finally:
            self.current = None

    def _nested_call(
        self, kind: str, stock: Callable[..., Any], model: Any, *args: Any, **kwargs: Any
    ) -> Any:
        """Carry out a call inside another one: validation, or a call of a callback."""
        assert self.current is not None
        if kind != "evaluate" or not kwargs.get("_use_cached_eval_dataset"):
            return self._inside(kind, stock, model, *args, **kwargs)
        tally = None if self._on_device else self._tallies.of(model.compiled_loss, kind)
        if tally is not None:
            tally.reset()
        result = self._inside(kind, stock, model, *args, **kwargs)
        arguments = signature_of(stock).bind(model, *args, **kwargs).arguments
        self.current["validation_counts"] = self._counts(kind, model, arguments, tally)
        self.current["of_steps"] = {f"val_{name}": mean for name, mean in self._mean_of_steps(model, tally)}
        return result

    def _mean_of_steps(self, model: Any, tally: Tally | None) -> Iterator[tuple[str, float]]:
        """Yield the mean loss of an evaluation in a pipeline that took several executions.

        The SDK returns the mean of the last execution, whose values are means of all steps so far.
        """
        grouping = grouping_of(model)
        losses = tally.losses() if tally is not None and grouping.stages > 1 else []
        if len(losses) > steps_per_execution(model) * grouping.replicas and len(losses) < LENGTH:
            yield "loss", sum(losses) / len(losses)

    def _counts(
        self, kind: str, model: Any, arguments: dict[str, Any], tally: Tally | None, epochs: int = 1
    ) -> dict[str, int] | None:
        """Return steps and rows of a call: counted in the step, or computed from its data: on a device, and where a
        `train_step` of the model's own computes the loss.
        """
        if tally is not None and (counted := tally.counts())["steps"]:
            return counted
        replicas = getattr(model, "_get_replication_factor", lambda: 1)()
        return calls.counts_of_whole_batches(kind, arguments, epochs, replicas)

    def _recorded_call(self, stock: Callable[..., Any], model: Any, bound: inspect.BoundArguments) -> Any:
        """Carry out a call of the script, and write its entries before and after it."""
        assert self.current is not None
        kind, number, arguments = self.current["kind"], self.current["call"], bound.arguments
        line: dict[str, Any] = {
            "call": number,
            "kind": kind,
            "model": self._number_of(model, arguments["x"] if model.built else fed_first(arguments)),
            "name": model.name,
            "steps_per_execution": steps_per_execution(model),
            "learning_rate": learning_rate(model),
            "schedule": schedule_of(model),
            "dtype": str(model.compute_dtype or tf.keras.backend.floatx()),
        }
        self._randomness.start_call(number)
        with self._prepared(kind, model, arguments, line):
            container = None if self._on_device else getattr(model, "compiled_loss", None)
            tally = self._tallies.of(container, kind) if container is not None and kind in PHASES else None
            if tally is not None:
                tally.reset()
            before = updates(model)
            if kind == "fit":
                self._sketches.begin(model.optimizer, before or 0)
            begin = time.time()
            result = self._inside(kind, stock, *bound.args, **bound.kwargs)
            seconds = time.time() - begin
        whole = self._parts.joined(result) if kind == "predict" else result
        counts = (
            calls.counts_of_outputs(whole, arguments)
            if kind == "predict"
            else self._counts(kind, model, arguments, tally, max(1, self.current["epochs"]))
        )
        micro_batches = 1
        if kind == "fit" and before is not None:
            self.current["updates"] = (updates(model) or before) - before
            micro_batches = calls.micro_batches(counts, self.current["updates"])
        losses = tally.losses() if tally is not None and kind == "fit" else []
        values: dict[str, Any] = {}
        if kind == "evaluate":
            was_shortened = bool(line.get("shortened"))
            values, counts = self._parts.averaged(metric_values(model, result), counts, was_shortened)
        self._write(
            call=number,
            done=True,
            seconds=round(seconds, 3),
            losses=calls.means(losses, micro_batches),
            **self._updates(model, micro_batches),
            counts=calls.of_updates(counts, micro_batches),
            validation_counts=self.current.get("validation_counts"),
            values=values,
            of_replicas=means_of_replicas(model, kind, values),
            of_steps=dict(self._mean_of_steps(model, tally)) if kind == "evaluate" else {},
            learning_rate=learning_rate(model),
            on_ipu=is_for_ipu(model.distribute_strategy),
            **self._arrays_after(kind, number, model, whole),
        )
        return result

    def _updates(self, model: Any, micro_batches: int) -> dict[str, Any]:
        """Return what the weight updates of a training are made of, and what sees their micro-batches."""
        assert self.current is not None
        grouping = grouping_of(model)
        splits = micro_batches > 1
        return {
            "micro_batches": micro_batches,
            "replicas": grouping.replicas,
            "pipelined": grouping.stages > 1,
            "evaluates_together": grouping.of("evaluate"),
            "normalizing": normalizing_layers(model) if splits else [],
            "drawing": self._randomness.drawing_layers() if splits else [],
            "in_micro_batches": self.current.get("in_micro_batches", False),
        }

    @contextlib.contextmanager
    def _prepared(
        self, kind: str, model: Any, arguments: dict[str, Any], line: dict[str, Any]
    ) -> Iterator[None]:
        """Shorten the data of a call, or align it with that of the port, and write the first entry of the call."""
        assert self.current is not None
        if kind == "fit":
            asked = arguments["epochs"]
            limit_epochs(arguments, self._limits)
            self._epochs_cut = asked if arguments["epochs"] < asked else self._epochs_cut
            inputs.numbers_as_arrays(arguments)
            inputs.split_like_keras(arguments)
        line.update(calls.given(kind, arguments))
        if line["rows_given"] is not None and self._parts.rows is not None:
            line["rows_given"] = self._parts.rows
        before = calls.data_of(arguments)
        if self._port is None:
            trace_calls(model, arguments)
            grouping = grouping_of(model)
            parts = shorten(kind, arguments, self._limits, grouping)
            calls.mark_shortened(line, before, calls.data_of(arguments))
            self._begin(line)
            with fitting_execution(model, kind, parts, grouping):
                yield
            return
        self._begin(line)
        port = self._port.call(line["call"], kind)
        notes = align(kind, arguments, port, model) if port is not None else []
        # The `steps_per_execution` of the original is for its own number of batches.
        cut = calls.changed(before, calls.data_of(arguments))
        micro_batches = self._port.micro_batches(line["call"]) if kind == "fit" else None
        with contextlib.ExitStack() as stack:
            if cut:
                stack.enter_context(single_steps(model))
            if micro_batches is not None:
                split = functools.partial(self.current.update, in_micro_batches=True)
                stack.enter_context(in_micro_batches(model, micro_batches, split))
            yield
        for note in notes:
            self._write(note=f"call {line['call'] + 1} ({kind}): the original {note}")

    def _begin(self, line: dict[str, Any]) -> None:
        """Write the first entry of a call; its parts share one."""
        if not self._parts.has_begun:
            self._write(**line)

    def _number_of(self, model: Any, x: Any) -> int:
        """Return the number of a model by first use; its initial weights are saved then, or set to the port's."""
        if model in self._models:
            return int(self._models[model])
        number = self._models[model] = next(self._numbers)
        try:
            build(model, x)
            arrays = weights_of(model)
        except Exception as error:  # user code may raise anything
            self._write(note=f"the initial weights of model {model.name!r} are not known: {error}")
            return number
        if self._port is not None:
            note = load_initial_weights(model, self._port.initial_weights(number), self._used_variables)
            if note:
                self._write(note=note)
        self._used_variables.update((key_of(weight), True) for weight in model.weights)
        file = f"{self._path}.weights-{number}.npz"
        weights.save(file, arrays)
        self._write(
            weights_of=number, file=file, digest=weights.digest(arrays), arrays=weights.describe(arrays)
        )
        return number

    def _arrays_after(self, kind: str, number: int, model: Any, result: Any) -> dict[str, Any]:
        """Save predictions, or the weights after training, and compare them with those of the port."""
        if kind == "evaluate":
            return {}
        arrays = [
            np.asarray(array)
            for array in (tf.nest.flatten(result) if kind == "predict" else model.get_weights())
        ]
        outputs = weights.describe(arrays) if kind == "predict" else []
        updated = self._after_updates(number, model) if kind == "fit" else {}
        return {"outputs": outputs, **self._saved(kind, number, arrays), **updated}

    def _after_updates(self, number: int, model: Any) -> dict[str, Any]:
        """Save the weights after the first updates of a training, and compare them with those of the port."""
        assert self.current is not None
        sketch = self._sketches.of(model.optimizer)
        if sketch is None:
            return {}
        file, arrays = f"{self._path}.updates-{number}.npz", sketch.arrays(self.current.get("updates", 0))
        weights.save(file, arrays)
        port = self._port.call(number, "fit") if self._port is not None else None
        theirs = weights.load(port["updates_file"]) if port and port.get("updates_file") else []
        apart = weights.distances_of_updates(arrays, theirs) if theirs else []
        return {"updates_file": file, "updates_against": [(gap, sketch.names[index]) for gap, index in apart]}

    def _saved(self, kind: str, number: int, arrays: list[Any]) -> dict[str, Any]:
        """Save arrays to a file. Return its name, their digest and their distance from those of the port."""
        file = f"{self._path}.{kind}-{number}.npz"
        weights.save(file, arrays)
        against = None
        port = self._port.call(number, kind) if self._port is not None else None
        if port is not None and port.get("file"):
            theirs = weights.load(port["file"])
            measure = weights.difference_of_rows if kind == "predict" else weights.distance
            against = measure(arrays, theirs)
        return {"file": file, "digest": weights.digest(arrays), "against": against}

    def _record_epochs(self, history: Any) -> None:
        """Write an entry after each epoch: every call of fit has a History, after the callbacks of the script."""
        stock = history.on_epoch_end

        def on_epoch_end(callback: Any, epoch: int, logs: dict[str, Any] | None = None) -> None:
            stock(callback, epoch, logs)
            current = self.current
            if current is not None and current["kind"] == "fit" and current["of"]() is callback.model:
                current["epochs"] += 1
                self._write(
                    call=current["call"],
                    epoch=epoch,
                    logs=logs or {},
                    of_replicas=means_of_replicas(callback.model, "fit", logs or {}),
                    of_steps=current.get("of_steps", {}),
                )

        history.on_epoch_end = on_epoch_end

    def _device_draws(self, layer: Any) -> None:
        self._write(
            note=f"layer {layer.name!r} draws random numbers of the device, which the original cannot reproduce"
        )
