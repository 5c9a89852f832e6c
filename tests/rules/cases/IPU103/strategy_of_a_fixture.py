import pytest
import tensorflow as tf
from tensorflow.python import ipu


def build():
    return tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])


@pytest.fixture(scope="module")
def strategy():
    config = ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    config.configure_ipu_system()
    return ipu.ipu_strategy.IPUStrategy()


@pytest.fixture
def on_ipu(strategy):
    with strategy.scope():
        yield


@pytest.fixture
def model(strategy):
    with strategy.scope():
        return build()


def test_in_the_scope_of_the_test(strategy):
    with strategy.scope():
        assert build().count_params() == 5


def test_in_the_scope_of_a_fixture(on_ipu):
    assert build().count_params() == 5


def test_of_a_fixture(model):
    assert model.count_params() == 5
