"""A hook that logs tensors of a program, which it sends to the host by an outfeed."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

from .._errors import refuse_others
from ..ipu_outfeed_queue import IPUOutfeedMode, IPUOutfeedQueue

__all__ = ["IPULoggingTensorHook"]


class IPULoggingTensorHook(tf.compat.v1.train.SessionRunHook):  # type: ignore[misc]
    """Logs what `log` is given every few iterations or seconds, or at the end."""

    LoggingMode = IPUOutfeedMode

    def __init__(
        self,
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Callable[[dict[str, Any]], str] | None = None,
        logging_mode: IPUOutfeedMode = IPUOutfeedMode.LAST,
    ) -> None:
        """Raises ValueError unless it is said when to log, and in one way."""
        if every_n_iter is not None and every_n_secs is not None:
            raise ValueError("Cannot provide both every_n_iter and every_n_secs")
        if every_n_iter is None and every_n_secs is None and not at_end:
            raise ValueError("Either every_n_iter, every_n_secs or at_end should be provided")
        timed = every_n_iter is not None or every_n_secs is not None
        timer = tf.compat.v1.train.SecondOrStepTimer
        self._timer = timer(every_secs=every_n_secs, every_steps=every_n_iter) if timed else None
        self._at_end = at_end
        self._formatter = formatter
        self._outfeed = IPUOutfeedQueue(outfeed_mode=logging_mode)
        self._dequeue: Any = None
        self._iteration = 0

    def log(self, tensors: Any) -> Any:
        """Return the operation that sends tensors: one, a list, or a dict. Raises RuntimeError a second time."""
        if self._outfeed.enqueued:
            raise RuntimeError(
                "Cannot use this hook object's log function more than once. Either enqueue all tensors in a single log "
                "call using a list or dict, or create another hook."
            )
        if isinstance(tensors, dict):
            return self._outfeed.enqueue(tensors)
        listed = tensors if isinstance(tensors, (list, tuple)) else [tensors]
        for tensor in listed:
            if not tf.is_tensor(tensor):
                raise TypeError(f"Expected `tf.Tensor`, got {type(tensor)}")
        return self._outfeed.enqueue({tensor.name: tensor for tensor in listed})

    def begin(self) -> None:
        """Prepare to receive. Raises RuntimeError if nothing is sent."""
        if not self._outfeed.enqueued:
            raise RuntimeError(
                "This logging hook's outfeed was not enqueued. Did you forget to call the log function?"
            )
        self._dequeue = self._outfeed.dequeue()
        self._iteration = 0

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Log after an iteration, if it is time."""
        if self._timer is not None and self._timer.should_trigger_for_step(self._iteration):
            self._log(run_context.session.run(self._dequeue))
        self._iteration += 1

    def end(self, session: Any) -> None:
        """Log what is left, if that is wanted."""
        if self._at_end:
            self._log(session.run(self._dequeue))
        if self._timer is not None:
            self._timer.reset()

    def _log(self, values: dict[str, Any]) -> None:
        seconds = None
        if self._timer is not None:
            seconds, _ = self._timer.update_last_triggered_step(self._iteration)
        if self._formatter:
            text = self._formatter(values)
        else:
            text = ", ".join(f"{name} = {value}" for name, value in values.items())
            text += f" ({seconds:.3f} sec)" if seconds is not None else ""
        logging.info("%s", text)


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_session_run_hooks")
