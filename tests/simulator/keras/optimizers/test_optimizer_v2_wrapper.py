"""What a wrapper hands on, and that the number of the iteration does not reach the optimizer inside."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.tensorflow


@pytest.fixture
def wrapper(ipu: Any) -> Any:
    return importlib.import_module("keras.ipu.optimizers.optimizer_v2_wrapper")._OptimizerV2Wrapper


@pytest.fixture
def legacy(tf: Any) -> Any:
    return getattr(tf.keras.optimizers, "legacy", tf.keras.optimizers)


def test_hyperparameters_and_clips_are_those_inside(wrapper: Any, legacy: Any) -> None:
    inner = legacy.SGD(0.1, momentum=0.5, clipnorm=1.0)
    outer = wrapper(inner, "outer")
    outer.lr = 0.2
    outer.momentum = 0.25
    outer.clipnorm, outer.clipvalue, outer.global_clipnorm = None, 3.0, None
    assert [float(inner.learning_rate), float(inner.momentum), inner.clipvalue] == pytest.approx(
        [0.2, 0.25, 3.0]
    )
    assert [float(outer.lr), float(outer.learning_rate)] == pytest.approx([0.2, 0.2])
    assert (outer.clipvalue, outer.clipnorm, outer.global_clipnorm) == (3.0, None, None)
    assert {"lr", "learning_rate", "momentum"} <= set(dir(outer))
    with pytest.raises(AttributeError, match="nonsense"):
        outer.nonsense  # noqa: B018
    outer.mine = 5
    assert outer.mine == 5 and not hasattr(inner, "mine")


def test_slots_and_weights_are_those_inside(tf: Any, wrapper: Any, legacy: Any) -> None:
    inner = legacy.SGD(0.1, momentum=0.5)
    outer, variable = wrapper(inner, "outer"), tf.Variable([1.0, 2.0])
    outer.apply_gradients([(tf.constant([1.0, 1.0]), variable)])
    np.testing.assert_allclose(variable.numpy(), [0.9, 1.9], rtol=1e-6)
    assert outer.get_slot_names() == ["momentum"]
    assert outer.get_slot(variable, "momentum") is inner.get_slot(variable, "momentum")
    assert len(outer.weights) == len(outer.variables()) == len(outer.get_weights()) == 2
    outer.set_weights([np.array(0), np.zeros(2, np.float32)])
    assert inner.get_slot(variable, "momentum").numpy().tolist() == [0.0, 0.0]
    outer.add_slot(variable, "more")
    assert inner.get_slot(variable, "more").numpy().tolist() == [0.0, 0.0]


def test_rows_of_a_table(tf: Any, wrapper: Any, legacy: Any) -> None:
    outer, table = wrapper(legacy.SGD(1.0, momentum=0.5), "outer"), tf.Variable(tf.ones([3, 2]))
    outer.apply_gradients([(tf.IndexedSlices(tf.ones([1, 2]), tf.constant([1]), tf.constant([3, 2])), table)])
    assert table.numpy().tolist() == [[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]


def test_the_optimizer_inside_stays_at_its_first_iteration(tf: Any, wrapper: Any, legacy: Any) -> None:
    schedule = tf.keras.optimizers.schedules.PiecewiseConstantDecay([0], [1.0, 100.0])
    outer, variable = wrapper(legacy.SGD(schedule), "outer"), tf.Variable(0.0)
    for _ in range(3):
        outer.apply_gradients([(tf.constant(1.0), variable)])
    assert (float(variable), int(outer.iterations)) == (-3.0, 3)


def test_configurations(wrapper: Any, legacy: Any) -> None:
    inner, rest = wrapper._inner_of({**wrapper(legacy.Adam(0.5), "outer").get_config(), "more": 1})
    assert isinstance(inner, legacy.Adam) and rest == {"name": "outer", "more": 1}
    incomplete: list[dict[str, Any]] = [{"inner_optimizer_type": legacy.SGD}, {"inner_optimizer_config": {}}]
    for config in incomplete:
        with pytest.raises(ValueError, match="configuration dicts must contain"):
            wrapper._inner_of(config)
    with pytest.raises(ValueError, match="must be a class derived from Keras OptimizerV2"):
        wrapper._inner_of({"inner_optimizer_type": dict, "inner_optimizer_config": {}})


def test_an_optimizer_of_any_keras(tf: Any, wrapper: Any, legacy: Any) -> None:
    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.5, 10, 0.9)
    inner = wrapper(
        tf.keras.optimizers.SGD(schedule, momentum=0.5, nesterov=True, clipnorm=2.0), "outer"
    )._opt
    assert isinstance(inner, legacy.SGD)
    assert (inner.nesterov, inner.learning_rate) == (True, schedule)
    assert inner.clipnorm is None  # which the SDK's wrapper takes away, too
    with pytest.raises(NotImplementedError, match="take one of `tf.keras.optimizers.legacy`"):
        wrapper(object(), "outer")
