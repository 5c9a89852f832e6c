"""What the process that ran the script has measured (`gpu2ipu/simulator/planning/planner.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from gpu2ipu.plan.layers import HandedValue, KeptValue, LayerCall, Layers, Place
from gpu2ipu.runner.compare.record import entries

FORMAT = 1


@dataclass(frozen=True)
class MeasuredModel:
    """A model as one call of `fit` trains it."""

    name: str
    kind: str
    batch_size: int
    micro_batch: int
    layers: Layers
    # where it is created, as its layers
    file: str | None = None
    line: int | None = None
    callers: tuple[Place, ...] = ()


@dataclass
class Measured:
    """All that a process has measured. `header` is empty if it could not even begin."""

    header: dict[str, Any] = field(default_factory=dict)
    # by the number of the model; of several calls of `fit` the one that needs the most memory
    models: dict[int, MeasuredModel] = field(default_factory=dict)
    # model -> why it cannot be measured
    failed: dict[str, str] = field(default_factory=dict)
    # type and message of the exception that ended the script
    exception: dict[str, Any] | None = None
    # whether the script began to train in a loop of its own
    own_loop: bool = False


def read(path: Path) -> Measured:
    """Read what was measured; a file that is missing, or in another format, is empty."""
    lines = list(entries(path))
    if not lines or lines[0].get("plan") != FORMAT:
        return Measured()
    found = Measured(lines[0])
    for line in lines[1:]:
        if "failed" in line:
            found.failed[f"{line['name']} ({line['class']})"] = line["failed"]
        elif "model" in line:
            model = _model(line)
            known = found.models.get(line["model"])
            if known is None or _size(known.layers) <= _size(model.layers):
                found.models[line["model"]] = model
        elif "exception" in line:
            found.exception = line["exception"]
        elif "own_loop" in line:
            found.own_loop = True
    return found


def _model(line: dict[str, Any]) -> MeasuredModel:
    layers = Layers(
        tuple(_call(call) for call in line["layers"]),
        _values(line["kept"]),
        _values(line["kept_once"]),
        _values(line["kept_data"]),
        tuple(HandedValue(size, origin, tuple(readers)) for size, origin, readers in line["handed"]),
        tuple((first, last) for first, last in line["together"]),
        line["received"],
        line["sent"],
    )
    return MeasuredModel(
        line["name"],
        line["class"],
        line["batch_size"],
        line["micro_batch"],
        layers,
        line["file"],
        line["line"],
        _places(line["callers"]),
    )


def _call(call: dict[str, Any]) -> LayerCall:
    given = {each.name: call[each.name] for each in fields(LayerCall)}
    return LayerCall(**given | {"callers": _places(call["callers"]), "inputs": tuple(call["inputs"])})


def _places(places: Iterable[dict[str, Any]]) -> tuple[Place, ...]:
    return tuple(Place(each["file"], each["line"]) for each in places)


def _values(pairs: Iterable[Any]) -> tuple[KeptValue, ...]:
    return tuple(KeptValue(size, tuple(readers)) for size, readers in pairs)


def _size(layers: Layers) -> int:
    weights = sum(call.weights + call.optimizer for call in layers.calls)
    return weights + sum(value.size for value in (*layers.kept, *layers.kept_once))
