"""What the simulator knows of one model while it is there."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from ._execution.executables import Executables
from ._options import Options


class Mode(enum.Enum):
    """Which of the three programs runs; the value names its parts in messages."""

    FIT = "train"
    EVALUATE = "test"
    PREDICT = "predict"

    @property
    def call(self) -> str:
        """The method of a model that runs it."""
        return {"train": "fit", "test": "evaluate"}.get(self.value, self.value)

    @property
    def is_training(self) -> bool:
        """Whether weights are updated."""
        return self is Mode.FIT


@dataclass
class IPUState:
    """What the simulator knows of one model, in one object, so that Keras does not track it as parts of it."""

    options: Options = field(default_factory=Options)
    mode: Mode | None = None
    # Of the call of fit that is running: whether its own data has been looked at, so that more is validation.
    training_data_seen: bool = False
    # The programs that are not stock Keras's, by what they depend on.
    programs: dict[Any, Any] = field(default_factory=dict)
    # The train function of stock Keras that was made while `fit` was running.
    fit_function: Any = None
    # The program that ran last: another one finds on all replicas what the host has.
    last_program: Any = None
    metrics_were_reset: bool = False
    executables: Executables = field(default_factory=Executables)
    # While a pipeline runs: layer -> the stage of each of its calls.
    stages: dict[int, list[int]] = field(default_factory=dict)
    # The results of the last execution, step by step, for asynchronous callbacks.
    step_results: list[Any] | None = None
    # The programs, by mode and count, for which the warning of moving statistics has been given.
    warned_of: set[tuple[Mode | None, int]] = field(default_factory=set)
    # Of a subclass of Model: its calls, once it has been built, and the types of the inputs.
    graph: Any = None
    graph_inputs: Any = None
    # Whether `get_config` is asked for what stock Keras puts into it.
    plain_config: bool = False
