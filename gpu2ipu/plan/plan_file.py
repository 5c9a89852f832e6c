"""The file of a plan (`gpu2ipu plan -o plan.json`): which layers of each model are in which pipeline stage.

It is JSON with `version` 1. `models` are those that the script trains, in the order of their first `fit`. The layer
calls of a model are in topological order, and its stages in the order of the pipeline; every call of a layer is in
exactly one stage. A layer of a nested model has the names of the models around it before its own, joined by slashes.
Sizes are bytes, and estimates.
"""

from __future__ import annotations

import json
import shlex
import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from gpu2ipu.errors import Trouble
from gpu2ipu.plan.layers import HandedValue, KeptValue, LayerCall, Layers, Place

VERSION = 1

# More of an IPU's memory than this may be too much: code and buffers for exchange are not estimated.
CROWDED = 0.75

T = TypeVar("T")
Created = TypeVar("Created", "PlannedModel", LayerCall)


@dataclass(frozen=True)
class PlannedStage:
    """A pipeline stage, on an IPU of its own, and what it needs."""

    layers: tuple[LayerCall, ...]
    # number of weights, and their bytes, those of optimizer slots and of gradient accumulators
    parameters: int
    weights: int
    optimizer: int
    accumulators: int
    # bytes that one micro-batch keeps for the backward pass, how many micro-batches do at once, and the bytes of all of
    # them, with the data that waits
    activations: int
    stash_depth: int
    stashed: int
    # temporary values, and data from and to the host
    working: int
    feeds: int
    # all bytes together
    memory: int
    # of the forward and the backward pass of one micro-batch
    flops: int


@dataclass(frozen=True)
class PlannedModel:
    """A model and its stages; one stage is a model without a pipeline."""

    name: str
    # the class of the model
    kind: str
    batch_size: int
    micro_batch: int
    # that a replica takes: a power of two
    ipus: int
    # whether each stage takes at most the part of an IPU's memory that is planned for
    fits: bool
    stages: tuple[PlannedStage, ...]
    # where it is created, as its layers
    file: str | None = None
    line: int | None = None
    callers: tuple[Place, ...] = ()
    # what is between the calls of all stages: see `Layers`
    kept: tuple[KeptValue, ...] = ()
    kept_once: tuple[KeptValue, ...] = ()
    kept_data: tuple[KeptValue, ...] = ()
    handed: tuple[HandedValue, ...] = ()
    together: tuple[tuple[int, ...], ...] = ()
    received: int = 0
    sent: int = 0

    @property
    def layers(self) -> Layers:
        """The calls of its layers, from which other stages can be planned."""
        calls = tuple(call for stage in self.stages for call in stage.layers)
        names = (each.name for each in fields(Layers) if each.name != "calls")
        return Layers(calls, **{name: getattr(self, name) for name in names})


@dataclass(frozen=True)
class Plan:
    """The plan of a script."""

    script: str
    tensorflow: str
    chip: str
    # bytes of memory of an IPU
    capacity: int
    schedule: str
    # whether activations are computed again for the backward pass
    recompute: bool
    models: tuple[PlannedModel, ...]

    @property
    def limit(self) -> int:
        """The bytes of memory of an IPU that a stage may take."""
        return int(self.capacity * CROWDED)


def path_of(file: str, paths: Iterable[Path]) -> Path | None:
    """Return the path that a file of a plan has here: of those with its name the one with most of its folders."""
    parts = Path(file).parts[::-1]
    named = [path for path in paths if path.name == parts[0]]
    return max(named, key=lambda path: _in_common(path.absolute().parts[::-1], parts), default=None)


def _in_common(one: Sequence[str], other: Sequence[str]) -> int:
    differ = (number for number, (a, b) in enumerate(zip(one, other)) if a != b)
    return next(differ, min(len(one), len(other)))


def with_places(plan: Plan, placed: Callable[[Place], Place]) -> Plan:
    """Return a plan with other lines."""

    def moved(created: Created) -> Created:
        if created.file is None or created.line is None:
            return created
        place = placed(Place(created.file, created.line))
        callers = tuple(placed(each) for each in created.callers)
        return replace(created, file=place.file, line=place.line, callers=callers)

    models = []
    for model in plan.models:
        stages = (replace(stage, layers=tuple(map(moved, stage.layers))) for stage in model.stages)
        models.append(replace(moved(model), stages=tuple(stages)))
    return replace(plan, models=tuple(models))


def as_json(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON values."""
    return {"version": VERSION, "memory_is_an_estimate": True, **asdict(plan)}


def read(path: Path) -> Plan:
    """Read a plan. Raises Trouble for a file that cannot be read, and for one that is no plan of this version."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise Trouble(f"{path} is not JSON: {error}.") from error
    if not isinstance(content, dict) or "version" not in content:
        raise Trouble(
            f"{path} is not a plan: write one with `gpu2ipu plan SCRIPT -o {shlex.quote(str(path))}`."
        )
    if content["version"] != VERSION:
        raise Trouble(
            f"{path} has version {content['version']}, and version {VERSION} is read here: write it anew."
        )
    try:
        return _parsed(Plan, content, "")
    except ValueError as error:
        raise Trouble(f"{path} is not a plan: {error}.") from error


def _parsed(kind: type[T], value: object, place: str) -> T:
    """Return an object of a class of this module from JSON values. Raises ValueError that names a wrong part."""
    if not isinstance(value, dict):
        raise ValueError(f"{place or 'it'} is no object")
    hints = typing.get_type_hints(kind)
    found: dict[str, object] = {}
    for name, hint in hints.items():
        here = f"{place}.{name}".lstrip(".")
        if name not in value:
            raise ValueError(f"{here} is missing")
        found[name] = _value(hint, value[name], here)
    return kind(**found)


def _value(hint: object, value: object, place: str) -> object:
    if typing.get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{place} is no list")
        kind = typing.get_args(hint)[0]
        return tuple(_value(kind, each, f"{place}[{number}]") for number, each in enumerate(value))
    if isinstance(hint, type) and is_dataclass(hint):
        return _parsed(hint, value, place)
    if type(value) not in (typing.get_args(hint) or (hint,)):
        raise ValueError(f"{place} is {json.dumps(value)[:40]}")
    return value
