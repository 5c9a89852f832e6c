import pytest
from tensorflow import keras
from tensorflow.python import ipu


def build():
    return keras.Sequential([keras.layers.Dense(1)])


@pytest.mark.parametrize("builder", [build])
def test_builder(builder):
    with ipu.ipu_strategy.IPUStrategy().scope():
        assert builder().layers
