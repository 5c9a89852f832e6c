"""Loops of the SDK: what a body takes and gives, and what it must not."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def run(tf: Any, strategy: Any, program: Any) -> Any:
    return strategy.run(tf.function(program, jit_compile=True))


def queue_of(tf: Any, ipu: Any, element: Any) -> Any:
    queue = ipu.ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.from_tensors(element).repeat())
    queue.initializer  # noqa: B018  # starts it
    return queue


def test_repeat(tf: Any, ipu: Any, strategy: Any) -> None:
    assert float(run(tf, strategy, lambda: ipu.loops.repeat(5, lambda value: value * 2.0, 1.0))) == 32.0


def test_repeat_of_several_values(tf: Any, ipu: Any, strategy: Any) -> None:
    fibonacci = run(tf, strategy, lambda: ipu.loops.repeat(5, lambda a, b: (b, a + b), [0, 1]))
    assert [int(number) for number in fibonacci] == [5, 8]


def test_while_loop(tf: Any, ipu: Any, strategy: Any) -> None:
    assert int(run(tf, strategy, lambda: ipu.loops.while_loop(lambda n: n < 100, lambda n: n * 3, 1))) == 243


@pytest.mark.parametrize(
    "element, body",
    [
        (2.0, lambda total, x: total + x),
        ((1.0, 1.0), lambda total, x, y: total + x + y),
        ({"x": 1.0, "y": 1.0}, lambda total, x, y: total + x + y),
    ],
)
def test_elements_of_an_infeed(tf: Any, ipu: Any, strategy: Any, element: Any, body: Any) -> None:
    queue = queue_of(tf, ipu, element)
    assert float(run(tf, strategy, lambda: ipu.loops.repeat(3, body, 0.0, queue))) == 6.0
    assert queue.dequeued


def test_a_body_for_its_effect_only(tf: Any, ipu: Any, strategy: Any) -> None:
    with strategy.scope():
        variable = tf.Variable(0.0)
    queue = queue_of(tf, ipu, 2.0)

    def program() -> None:
        ipu.loops.repeat(3, lambda x: variable.assign_add(x).op, infeed_queue=queue)

    run(tf, strategy, program)
    assert float(variable) == 6.0


def test_a_queue_that_was_not_initialised(tf: Any, ipu: Any, strategy: Any) -> None:
    queue = ipu.ipu_infeed_queue.IPUInfeedQueue(tf.data.Dataset.from_tensors(1.0))
    with pytest.raises(tf.errors.FailedPreconditionError, match="Did you initialize the infeed_queue"):
        run(tf, strategy, lambda: ipu.loops.repeat(3, lambda total, x: total + x, 0.0, queue))


@pytest.mark.parametrize(
    "body, inputs, fed, error, message",
    [
        (
            lambda x: x,
            [1, 2],
            False,
            TypeError,
            "loop body function cannot be called with the specified inputs",
        ),
        (lambda x: x, [1], True, TypeError, "loop body function cannot be called with the specified inputs"),
        (lambda x: 1.5, [1], False, TypeError, "Mismatch between input types and output types for loop body"),
    ],
)
def test_bodies_that_do_not_fit(
    tf: Any, ipu: Any, strategy: Any, body: Any, inputs: Any, fed: bool, error: Any, message: str
) -> None:
    queue = queue_of(tf, ipu, 1) if fed else None
    with pytest.raises(error, match=message):
        run(tf, strategy, lambda: ipu.loops.repeat(2, body, inputs, queue))


def test_operations_come_last(tf: Any, ipu: Any, strategy: Any) -> None:
    with pytest.raises(ValueError, match="zero or more Tensor values followed by zero or more Operations"):
        run(tf, strategy, lambda: ipu.loops.repeat(2, lambda x: (tf.no_op(), x), 1.0))


def test_a_condition_takes_no_elements(tf: Any, ipu: Any, strategy: Any) -> None:
    with pytest.raises(TypeError, match="infeed is not passed to the loop condition"):
        run(
            tf,
            strategy,
            lambda: ipu.loops.while_loop(
                lambda n, x: n < 3, lambda n, x: n + 1, 0, infeed_queue=queue_of(tf, ipu, 1)
            ),
        )
