import kinds
from tensorflow import keras as k


def assemble(kind):
    model = k.Sequential([k.layers.Dense(3, input_shape=(kind.inputs,)), k.layers.Dense(1)])
    model.compile(loss="mse", optimizer=k.optimizers.SGD(0.01))
    return model


def smallest():
    return kinds.Kind(1).default_model()
