"""The state that the simulator has for one model."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from ._execution.executables import Executables
from ._options import Options


class Mode(enum.Enum):
    """Which of the three programs of a model runs; the value is used in the names of its functions and in messages."""

    FIT = "train"
    EVALUATE = "test"
    PREDICT = "predict"

    @property
    def call(self) -> str:
        """The method of a model that runs it."""
        return {"train": "fit", "test": "evaluate"}.get(self.value, self.value)

    @property
    def is_training(self) -> bool:
        """True if weights are updated."""
        return self is Mode.FIT


@dataclass
class IPUState:
    """The state of one model, in one object, so that Keras does not track its parts."""

    options: Options = field(default_factory=Options)
    mode: Mode | None = None
    # Whether the running call of fit has its training data, so that further data is for validation.
    training_data_seen: bool = False
    # The programs other than those of stock Keras, by what they depend on.
    programs: dict[Any, Any] = field(default_factory=dict)
    # The train function of stock Keras that was created during `fit`.
    fit_function: Any = None
    # The program that ran last: another one starts on all replicas with the values of the host.
    last_program: Any = None
    metrics_were_reset: bool = False
    executables: Executables = field(default_factory=Executables)
    # While a pipeline runs: id of a layer -> the stages of its calls.
    stages: dict[int, list[int]] = field(default_factory=dict)
    # The results of each step of the last execution, for asynchronous callbacks.
    step_results: list[Any] | None = None
    # By the method that ran: the metrics of the last execution as means over all replicas, where those that it returned
    # are of one.
    means_of_replicas: dict[str, Any] = field(default_factory=dict)
    # The programs, by mode and count, for which the warning about moving statistics has been logged.
    warned_of: set[tuple[Mode | None, int]] = field(default_factory=set)
    # For a subclass of Model: its graph, once it has been built, and the types of its inputs.
    graph: Any = None
    graph_inputs: Any = None
    # Whether `get_config` returns only the config of stock Keras.
    plain_config: bool = False
