"""Loops on the IPU: `repeat` and `while_loop`, which dequeue an element of an infeed in each step."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from tensorflow.python.compiler.xla import xla

from ._arguments import as_list, of_element
from ._device import program
from ._errors import refuse_others

__all__ = ["repeat", "while_loop"]


def while_loop(
    condition: Callable[..., Any],
    body: Callable[..., Any],
    inputs: Any = None,
    infeed_queue: Any = None,
    maximum_iterations: Any = None,
    use_while_v1: bool = True,
) -> Any:
    """Run `body` while `condition` is true; both get the values of the loop, `body` also the element of the infeed.

    Returns the last values: a single one as it is, an operation if there is none. Raises TypeError if the functions do
    not take these arguments or change a type, ValueError if `body` returns operations before tensors, or if the infeed
    is not used.
    """
    carried = [
        value if isinstance(value, tf.TensorArray) else tf.convert_to_tensor(value)
        for value in as_list([] if inputs is None else inputs)
    ]
    _check_arguments("body", body, carried, infeed_queue)
    _check_arguments("condition", condition, carried, None)
    count, types = len(carried), [value.dtype for value in carried]

    def step(index: Any, *values: Any) -> Any:
        args, kwargs = of_element(infeed_queue._dequeue() if infeed_queue is not None else [])
        with program.counting(index):
            return _carry_on(index, body(*values, *args, **kwargs), types)

    with program.repeated(maximum_iterations):
        last = tf.while_loop(
            lambda _, *values: condition(*values),
            step,
            [tf.constant(0), *carried],
            maximum_iterations=maximum_iterations,
            parallel_iterations=1,
        )
    if infeed_queue is not None and not infeed_queue.dequeued:
        raise ValueError("The infeed queue has not been dequeued.")
    index, *results = last
    if not carried:
        return index.op if not tf.executing_eagerly() else None
    return results[0] if count == 1 else results


def repeat(
    n: Any,
    body: Callable[..., Any],
    inputs: Any = None,
    infeed_queue: Any = None,
    use_while_v1: bool = True,
) -> Any:
    """Run `body` `n` times; returns and raises what `while_loop` does."""
    _check_arguments("body", body, as_list([] if inputs is None else inputs), infeed_queue)
    return while_loop(
        lambda *_: tf.constant(True),
        body,
        inputs=inputs,
        infeed_queue=infeed_queue,
        maximum_iterations=n,
        use_while_v1=use_while_v1,
    )


def _carry_on(index: Any, outputs: Any, types: list[Any]) -> list[Any]:
    """Return the index of the next step and its values, after the operations that the body returned."""
    outputs = outputs if isinstance(outputs, (list, tuple)) else (outputs,)
    given = [
        value if isinstance(value, tf.Operation) else tf.convert_to_tensor(value)
        for value in outputs
        if value is not None
    ]
    operations = [value for value in given if isinstance(value, tf.Operation)]
    tensors = [value for value in given if not isinstance(value, tf.Operation)]
    if [id(value) for value in given] != [id(value) for value in tensors + operations]:
        raise ValueError(
            "IPU loop body must return zero or more Tensor values followed by zero or more Operations."
        )
    if [value.dtype for value in tensors] != types:
        raise TypeError(
            f"Mismatch between input types and output types for loop body: {types} vs "
            f"{[value.dtype for value in tensors]}."
        )
    with tf.control_dependencies(operations):
        return [index + 1, *map(tf.identity, tensors)]


def _check_arguments(what: str, function: Callable[..., Any], values: list[Any], infeed_queue: Any) -> None:
    wanted = xla.check_function_argument_count(function, len(values), infeed_queue)
    if wanted is None:
        return
    fed = "" if infeed_queue is None else f" and {infeed_queue.number_of_tuple_elements} more from the infeed"
    hint = " Note that infeed is not passed to the loop condition." if what == "condition" else ""
    raise TypeError(
        f"Supplied loop {what} function cannot be called with the specified inputs. You specified "
        f"{len(values)} inputs: {values}{fed}, but the loop {what} needs {wanted}.{hint}"
    )


__getattr__ = refuse_others("tensorflow.python.ipu.loops")
