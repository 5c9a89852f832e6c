"""Which executable a call of a model runs, and why the SDK compiles a new one.

fit, evaluate and predict have an executable each. Another `steps_per_execution`, other shapes or types, another
accumulation or placement, or a call of `compile` needs a new one, whose compilation takes minutes. Source:
keras/ipu/extensions/extensions_base.py of the SDK.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._device import instance_collectives

from gpu2ipu.simulator import events

from .. import _pipelining


@dataclass(frozen=True)
class Executable:
    """What an executable is compiled for; the fields have the names that a report shows."""

    steps_per_execution: int
    shapes: str
    replicas: int
    accumulation: int
    #: An object that each call of `compile` creates.
    compiled_with: Any
    #: How often a setter of options has invalidated the programs.
    options: int


@dataclass
class Executables:
    """The executables of one model so far."""

    known: dict[str, list[Executable]] = field(default_factory=dict)
    options: int = 0

    def use(self, call: str, wanted: Executable) -> str | None:
        """Return why an executable is compiled for a call, None if it exists already."""
        known = self.known.setdefault(call, [])
        if wanted in known:
            return None
        last = known[-1] if known else None
        known.append(wanted)
        return "first use" if last is None else _what_is_new(last, wanted)


def _what_is_new(last: Executable, wanted: Executable) -> str:
    changes = [
        (each.name, getattr(last, each.name), getattr(wanted, each.name))
        for each in fields(Executable)
        if getattr(last, each.name) != getattr(wanted, each.name)
    ]
    words = {"compiled_with": "compile() was called", "options": "options were set"}
    return "; ".join(
        words.get(name) or f"{name.replace('_', ' ')} {before} -> {after}" for name, before, after in changes
    )


def tell_plan(model: Any, handler: Any) -> None:
    """Send the plan of the call that a data handler belongs to, after all checks."""
    mode = model._ipu.mode
    if mode is None:
        return
    steps, per_execution = handler._inferred_steps, handler.steps_per_execution_value
    accumulation = model._accumulation(per_execution) if mode.is_training else 1
    wanted = Executable(
        per_execution,
        _shapes(handler.element_spec),
        handler.replication_factor,
        accumulation,
        getattr(model, "compiled_loss", None),
        model._ipu.executables.options,
    )
    batch = handler.batch_size
    events.tell(
        "plan",
        call=mode.call,
        steps=steps,
        steps_per_execution=per_execution,
        executions=-(-steps // per_execution),
        batch_size=batch,
        replicas=handler.replication_factor,
        accumulation=accumulation,
        effective_batch=(
            None
            if batch is None
            else batch * accumulation * handler.replication_factor * instance_collectives.count()
        ),
        updates=steps // accumulation if mode.is_training else 0,
        stages=_pipelining.stage_count(model) if model._is_pipelined() else 1,
        compiled=model._ipu.executables.use(mode.call, wanted),
    )


def _shapes(element_spec: Any) -> str:
    return ", ".join(
        f"{spec.dtype.name}{list(spec.shape)}"
        for spec in tf.nest.flatten(element_spec)
        if hasattr(spec, "shape")
    )
