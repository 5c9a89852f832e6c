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
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

FEED_TYPES = ("float16", "float32", "float64", "int8", "int32", "uint8", "bool")  # Keras casts float64


class Refused(Exception):
    """What an IPU would not take."""


@dataclass(frozen=True)
class Call:
    """One pass over data: what it saw, in order, and in what batches."""

    kind: str
    rows: tuple[tuple[float, ...], ...]  # each row, inputs and targets
    batch: int


@dataclass
class Device:
    """Where a script runs: on an IPU or not, and what happened there."""

    ipu: bool
    configured: bool = False
    in_scope: bool = False
    calls: list[Call] = field(default_factory=list)

    def demand(self, condition: bool, otherwise: str) -> None:
        if self.ipu and not condition:
            raise Refused(otherwise)


@dataclass(frozen=True)
class Dataset:
    """A tf.data.Dataset over rows in memory; `batch` None is not batched."""

    columns: tuple[Any, ...]
    size: int | None = None
    whole: bool = False

    @staticmethod
    def from_tensor_slices(columns: Any) -> Dataset:
        return Dataset(columns if isinstance(columns, tuple) else (columns,))

    def batch(self, batch_size: int, drop_remainder: bool = False) -> Dataset:
        return Dataset(self.columns, batch_size, drop_remainder)

    def map(self, function: Callable[..., Any]) -> Dataset:
        """Map over all rows at once: right for element-wise functions such as casts."""
        columns = function(*self.columns)
        return Dataset(columns if isinstance(columns, tuple) else (columns,), self.size, self.whole)

    def __len__(self) -> int:
        """The number of batches."""
        rows, size = len(self.columns[0]), self.size or 1
        return rows // size if self.whole else -(-rows // size)

    def cardinality(self) -> Any:
        return np.int64(len(self))

    def seen(self) -> tuple[Any, ...]:
        """The rows that come out in batches."""
        rows = len(self) * (self.size or 1) if self.whole else None
        return tuple(column[:rows] for column in self.columns)


class Model:
    """Any Keras model with one input and one output."""

    device: Device

    def __init__(self, layers: Any = ()) -> None:
        self.device.demand(self.device.in_scope, "a model is made outside of the scope")
        self.steps_per_execution = 1

    def add(self, layer: Any) -> None:
        self.device.demand(self.device.in_scope, "a layer is added outside of the scope")

    def compile(
        self, optimizer: Any, loss: Any, metrics: Any = None, *, steps_per_execution: int = 1
    ) -> None:
        self.device.demand(self.device.in_scope, "a model is compiled outside of the scope")
        self.steps_per_execution = int(steps_per_execution)

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
        data = x if isinstance(x, Dataset) else Dataset((x,) if y is None else (x, y), batch or 32)
        seen, size = data.seen(), data.size or 1
        if isinstance(x, Dataset):
            self.device.demand(data.whole, f"{kind}: the shape of a batch is not fully defined")
        else:
            self.device.demand(len(x) % size == 0, f"{kind}: {len(x)} rows in batches of {size}")
        for column in seen:
            self.device.demand(str(column.dtype) in FEED_TYPES, f"{kind}: a feed of {column.dtype}")
        self._check_steps(kind, steps or len(data))
        flat = np.column_stack([np.asarray(column, "float64").reshape(len(column), -1) for column in seen])
        self.device.calls.append(Call(kind, tuple(map(tuple, flat.tolist())), size))
        return seen

    def _check_steps(self, kind: str, steps: int) -> None:
        self.device.demand(steps > 0, f"{kind}: not one whole batch")
        self.device.demand(self.steps_per_execution > 0, f"{kind}: no step an execution")
        once = min(self.steps_per_execution, steps) or 1
        self.device.demand(steps % once == 0, f"{kind}: {steps} steps, {once} an execution")


class IPUConfig:
    """An IPUConfig; only whether it was configured matters."""

    device: Device
    auto_select_ipus: int = 0

    def configure_ipu_system(self) -> None:
        self.device.demand(self.auto_select_ipus == 1, "not one IPU is selected")
        self.device.demand(not self.device.configured, "the IPU system is configured twice")
        self.device.configured = True


class IPUStrategy:
    """An IPUStrategy; its scope marks the device."""

    device: Device

    def __init__(self) -> None:
        self.device.demand(self.device.configured, "a strategy before the IPU system is configured")

    @contextlib.contextmanager
    def scope(self) -> Iterator[IPUStrategy]:
        self.device.demand(not self.device.in_scope, "a scope within a scope")
        self.device.in_scope = True
        yield self
        self.device.in_scope = False


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
    )
    ipu = SimpleNamespace(
        config=SimpleNamespace(IPUConfig=configuration),
        ipu_strategy=SimpleNamespace(IPUStrategy=strategy),
    )
    tensorflow = SimpleNamespace(
        keras=keras,
        data=SimpleNamespace(Dataset=Dataset),
        python=SimpleNamespace(ipu=ipu),
        cast=lambda values, dtype: values.astype(dtype),
        int32=np.int32,
        float32=np.float32,
    )
    return {"tensorflow": tensorflow, "keras": keras}
