"""Stand-ins for Keras, tf.data and the IPU's Python API, fast enough to run thousands of generated scripts.

A model here learns nothing: it notes which rows each call saw, and predicts the sum of a row. On the device
it refuses what an IPU refuses of arrays, batches, steps, types and scopes. The simulator does this properly;
here it only has to be right for the scripts of `keras_scripts`; anything else is an AttributeError.
"""

from __future__ import annotations

import builtins
import contextlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np

FEED_TYPES = ("float16", "float32", "float64", "int8", "int32", "uint8", "bool")  # Keras casts float64


# Schedule -> the micro-batches that a pipeline of so many stages takes a multiple of; pipeline_visitor.cc of the SDK.
OVERLAP: dict[str, Callable[[int, bool], int]] = {
    "Grouped": lambda stages, trains: 2 * stages if trains else stages,
    "Interleaved": lambda stages, trains: stages,
    "Sequential": lambda stages, trains: 1,
}


class Refused(Exception):
    """What an IPU would not take."""


@dataclass(frozen=True)
class Call:
    """One pass over data: what it saw, in order, and in what batches."""

    kind: str
    rows: tuple[tuple[float, ...], ...]  # each row, inputs and targets
    batch: int  # of a training, the rows of a weight update
    executions: int = 1  # starts of the device, in an epoch


@dataclass
class Device:
    """Where a script runs: on an IPU or not, and what happened there."""

    ipu: bool
    ipus: int = 0  # that are configured
    in_scope: bool = False
    calls: list[Call] = field(default_factory=list)

    def demand(self, condition: bool, otherwise: str) -> None:
        if self.ipu and not condition:
            raise Refused(otherwise)


@dataclass(frozen=True)
class Dataset:
    """A tf.data.Dataset in memory: the columns of each element, which is a row or a batch."""

    elements: tuple[tuple[Any, ...], ...]
    batched: bool = False
    whole: bool = False  # the shape of a batch is static

    @staticmethod
    def from_tensor_slices(columns: Any) -> Dataset:
        return Dataset(tuple(zip(*_columns(columns))))

    def batch(self, batch_size: int, drop_remainder: bool = False) -> Dataset:
        groups = [self.elements[start : start + batch_size] for start in range(0, len(self), batch_size)]
        some = [group for group in groups if len(group) == batch_size or not drop_remainder]
        batches = tuple(tuple(map(np.stack, zip(*group))) for group in some)
        return Dataset(batches, batched=True, whole=drop_remainder)

    def unbatch(self) -> Dataset:
        return replace(self, elements=tuple(row for element in self.elements for row in zip(*element)))

    def take(self, count: int) -> Dataset:
        return replace(self, elements=self.elements[: len(self) if count < 0 else count])

    def skip(self, count: int) -> Dataset:
        return replace(self, elements=self.elements[count:])

    def reduce(self, state: Any, function: Callable[..., Any]) -> Any:
        for element in self.elements:
            state = function(state, *element)
        return state

    def repeat(self, count: int) -> Dataset:
        return replace(self, elements=self.elements * count)

    def concatenate(self, other: Dataset) -> Dataset:
        return replace(self, elements=self.elements + other.elements)

    def apply(self, function: Callable[[Dataset], Dataset]) -> Dataset:
        return function(self)

    @property
    def element_spec(self) -> Any:
        return self.elements[0]

    def map(self, function: Callable[..., Any]) -> Dataset:
        return replace(self, elements=tuple(_columns(function(*each)) for each in self.elements))

    def __len__(self) -> int:
        """The number of elements."""
        return len(self.elements)

    def cardinality(self) -> Any:
        return np.int64(len(self))

    @property
    def size(self) -> int:
        """The rows of a batch."""
        return len(self.elements[0][0]) if self.elements and self.batched else 1

    def seen(self) -> tuple[Any, ...]:
        """The columns of all rows."""
        return tuple(map(np.concatenate, zip(*self.elements)))


def _assert_cardinality(count: int) -> Callable[[Dataset], Dataset]:
    def checked(dataset: Dataset) -> Dataset:
        assert len(dataset) == count, f"{len(dataset)} batches, not {count}"
        return dataset

    return checked


def _mapped(function: Callable[..., Any], *values: Any) -> Any:
    kind = type(values[0])
    return kind(map(function, *values)) if kind in (tuple, list) else function(*values)


def _columns(values: Any) -> tuple[Any, ...]:
    return values if isinstance(values, tuple) else (values,)


class Model:
    """Any Keras model with one input and one output."""

    device: Device

    def __init__(self, layers: Any = ()) -> None:
        self.device.demand(self.device.in_scope, "a model is made outside of the scope")
        self.layers = list(layers)
        self.stages: list[int] = []  # of each layer, in a pipeline
        self.accumulation = 1
        self.schedule = "Grouped"
        self.steps_per_execution = 1
        self.optimizer: Any = None
        self.trained = 0  # steps of the last training, to which an execution of its validation is cut down
        self.reduction = "none"  # of metrics over replicas

    def add(self, layer: Any) -> None:
        self.device.demand(self.device.in_scope, "a layer is added outside of the scope")
        self.layers.append(layer)

    def set_pipeline_stage_assignment(self, stages: list[int]) -> None:
        self.device.demand(
            len(stages) == len(self.layers), f"{len(stages)} stages of {len(self.layers)} layers"
        )
        self.device.demand(sorted(stages) == stages, "a stage after a later one")
        self.device.demand(set(stages) == set(range(max(stages) + 1)), "a stage without a layer")
        self.stages = stages

    def set_gradient_accumulation_options(
        self, *, gradient_accumulation_steps_per_replica: int, gradient_accumulation_reduction_method: str
    ) -> None:
        self.device.demand(gradient_accumulation_reduction_method == "mean", "gradients are not averaged")
        self.accumulation = gradient_accumulation_steps_per_replica

    def set_replication_options(self, *, replicated_metric_reduction_method: str) -> None:
        self.reduction = replicated_metric_reduction_method

    def set_pipelining_options(
        self,
        *,
        accumulate_outfeed: bool,
        pipeline_schedule: str = "Grouped",
        recomputation_mode: str = "Auto",
        **accumulation: Any,
    ) -> None:
        self.device.demand(accumulate_outfeed, "results of one micro-batch")
        self.schedule = pipeline_schedule
        if accumulation:
            self.set_gradient_accumulation_options(**accumulation)

    def compile(
        self, optimizer: Any, loss: Any, metrics: Any = None, *, steps_per_execution: int = 1
    ) -> None:
        is_as_before = self.optimizer is not None and optimizer is self.optimizer
        self.device.demand(self.device.in_scope or is_as_before, "a model is compiled outside of the scope")
        self.steps_per_execution = int(steps_per_execution)
        self.optimizer = optimizer

    @property
    def _steps_per_execution(self) -> Any:
        """The variable of Keras."""
        return SimpleNamespace(numpy=lambda: self.steps_per_execution)

    def _get_compile_args(self) -> dict[str, Any]:
        return {"optimizer": self.optimizer, "loss": None}

    def fit(
        self,
        x: Any,
        y: Any = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: int = 1,
        *,
        validation_split: float = 0.0,
        validation_data: Any = None,
        validation_batch_size: int | None = None,
        steps_per_epoch: int | None = None,
    ) -> Any:
        if validation_split:
            cut = int(np.floor(len(x) * (1 - validation_split)))
            x, y, validation_data = x[:cut], y[:cut], (x[cut:], y[cut:])
        self._run("fit", x, y, batch_size, steps_per_epoch)
        if validation_data is not None:
            rows = validation_data if isinstance(validation_data, tuple) else (validation_data, None)
            self._run("validation", rows[0], rows[1], validation_batch_size or batch_size)
        return SimpleNamespace(history={"loss": [0.0] * epochs})

    def evaluate(
        self,
        x: Any,
        y: Any = None,
        batch_size: int | None = None,
        verbose: int = 1,
        *,
        steps: int | None = None,
    ) -> Any:
        seen = self._run("evaluate", x, y, batch_size, steps)
        return [float(np.mean(column)) for column in seen]

    def predict(
        self, x: Any, batch_size: int | None = None, verbose: int = 0, *, steps: int | None = None
    ) -> Any:
        (seen,) = self._run("predict", x, None, batch_size, steps)
        return seen.sum(axis=1, keepdims=True)

    def _run(self, kind: str, x: Any, y: Any, batch: int | None, steps: int | None = None) -> tuple[Any, ...]:
        if isinstance(x, Dataset):
            data = x
            self.device.demand(data.whole, f"{kind}: the shape of a batch is not fully defined")
        else:
            data = Dataset.from_tensor_slices((x,) if y is None else (x, y)).batch(batch or 32)
            self.device.demand(
                len(x) % (batch or 32) == 0, f"{kind}: {len(x)} rows in batches of {batch or 32}"
            )
        seen = data.seen()
        for column in seen:
            self.device.demand(str(column.dtype) in FEED_TYPES, f"{kind}: a feed of {column.dtype}")
        executions = self._check_steps(kind, steps or len(data))
        flat = np.column_stack([np.asarray(column, "float64").reshape(len(column), -1) for column in seen])
        rows = data.size * (self.accumulation * self.replicas if kind == "fit" else 1)
        self.device.calls.append(Call(kind, tuple(map(tuple, flat.tolist())), rows, executions))
        return seen

    @property
    def replicas(self) -> int:
        """As many as the IPUs of the device are models."""
        return max(1, self.device.ipus // (1 << max(self.stages, default=0).bit_length()))

    def _check_replicas(self, kind: str, batches: int) -> None:
        demand, is_averaged = self.device.demand, hasattr(self.optimizer, "gradient_aggregator")
        demand(batches % self.replicas == 0, f"{kind}: {batches} batches for {self.replicas} replicas")
        demand(kind != "fit" or is_averaged, f"the gradients of {self.replicas} replicas are added up")
        demand(kind != "predict" or self.reduction == "none", "predictions are averaged over replicas")
        if (
            kind == "validation"
        ):  # first checked as if there were one replica: `IPUDataHandler` in data_adapter.py
            once = min(self.steps_per_execution, self.trained, batches) or 1
            demand(batches % once == 0, f"{kind}: {batches} steps of all replicas, {once} an execution")

    def _check_steps(self, kind: str, batches: int) -> int:
        """Check steps as `data_adapter.py`, `extensions_base.py` and the grouped schedule of the SDK do.

        Return the number of executions.
        """
        demand, trains = self.device.demand, kind == "fit"
        if self.replicas > 1:
            self._check_replicas(kind, batches)
        steps = batches // self.replicas
        self.trained = steps if trains else self.trained
        demand(steps > 0, f"{kind}: not one whole batch")
        demand(self.steps_per_execution > 0, f"{kind}: no step an execution")
        once = min(self.steps_per_execution, steps) or 1
        demand(steps % once == 0, f"{kind}: {steps} steps, {once} an execution")
        demand(
            not trains or once % self.accumulation == 0, f"fit: {once} steps an execution, which is no update"
        )
        count = max(self.stages, default=0) + 1
        demand(
            self.device.ipus >= 1 << (count - 1).bit_length(), f"{count} stages on {self.device.ipus} IPUs"
        )
        if count > 1:
            together, overlap = self.accumulation if trains else once, OVERLAP[self.schedule](count, trains)
            demand(
                together % overlap == 0, f"{kind}: {together} batches in a pipeline, no multiple of {overlap}"
            )
        return steps // once


class IPUConfig:
    """An IPUConfig; only how many IPUs are configured matters."""

    device: Device
    auto_select_ipus: int = 0

    def configure_ipu_system(self) -> None:
        count = self.auto_select_ipus
        self.device.demand(count > 0 and count & (count - 1) == 0, f"{count} IPUs are selected")
        self.device.demand(not self.device.ipus, "the IPU system is configured twice")
        self.device.ipus = count


class IPUStrategy:
    """An IPUStrategy; its scope marks the device."""

    device: Device

    def __init__(self) -> None:
        self.device.demand(self.device.ipus > 0, "a strategy before the IPU system is configured")

    @contextlib.contextmanager
    def scope(self) -> Iterator[IPUStrategy]:
        self.device.demand(not self.device.in_scope, "a scope within a scope")
        self.device.in_scope = True
        yield self
        self.device.in_scope = False


def joined(originals: list[Call], ports: list[Call]) -> list[Call]:
    """The calls of a port, with an evaluation that it makes in parts as one."""
    left, found = list(ports), list[Call]()
    for original in originals:
        call = left.pop(0)
        while call.kind == "evaluate" and left and left[0].kind == "evaluate":
            if len(call.rows) + len(left[0].rows) > len(original.rows):
                break
            part = left.pop(0)
            executions = max(call.executions, part.executions)
            call = Call(call.kind, call.rows + part.rows, max(call.batch, part.batch), executions)
        found.append(call)
    return [*found, *left]


def run(text: str, *, ipu: bool) -> tuple[list[Call], str]:
    """Run a script as `__main__`; its calls and what it printed. Raises Refused and what the script does."""
    device = Device(ipu)
    modules = _modules(device)

    def import_(name: str, *rest: Any) -> Any:
        root, *parts = name.split(".")
        if root not in modules:
            return builtins.__import__(name, *rest)
        found = modules[root]
        for part in parts if len(rest) > 2 and rest[2] else ():
            found = getattr(found, part)
        return found

    namespace = {"__name__": "__main__", "__builtins__": {**vars(builtins), "__import__": import_}}
    state = np.random.get_state()
    np.random.seed(0)
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(text, "train.py", "exec"), namespace)
    finally:
        np.random.set_state(state)
    return device.calls, printed.getvalue()


def _modules(device: Device) -> dict[str, Any]:
    """`tensorflow` and `keras` of one run."""
    sequential, configuration, strategy = (
        type(kind.__name__, (kind,), {"device": device}) for kind in (Model, IPUConfig, IPUStrategy)
    )
    keras = SimpleNamespace(
        Sequential=sequential,
        models=SimpleNamespace(Sequential=sequential),
        layers=SimpleNamespace(Dense=lambda units, **options: units),
        optimizers=SimpleNamespace(get=lambda optimizer: SimpleNamespace(given=optimizer)),
    )
    ipu = SimpleNamespace(
        config=SimpleNamespace(IPUConfig=configuration),
        ipu_strategy=SimpleNamespace(IPUStrategy=strategy),
        cross_replica_ops=SimpleNamespace(cross_replica_mean=lambda gradient: gradient),
        ops=SimpleNamespace(
            pipelining_ops=SimpleNamespace(
                PipelineSchedule=SimpleNamespace(**{name: name for name in OVERLAP}),
                RecomputationMode=SimpleNamespace(Auto="Auto"),
            )
        ),
    )
    tensorflow = SimpleNamespace(
        keras=keras,
        data=SimpleNamespace(
            Dataset=Dataset, experimental=SimpleNamespace(assert_cardinality=_assert_cardinality)
        ),
        python=SimpleNamespace(ipu=ipu),
        cast=lambda values, dtype: values.astype(dtype),
        nest=SimpleNamespace(map_structure=_mapped, flatten=_columns),
        reshape=np.reshape,
        shape=np.shape,
        maximum=np.maximum,
        int32=np.int32,
        float32=np.float32,
    )
    return {"tensorflow": tensorflow, "keras": keras}
