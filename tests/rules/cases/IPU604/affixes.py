from tensorflow import keras


def short(layer: keras.layers.Layer, ending):
    name = layer.name.removeprefix("block_").upper()
    return name.removesuffix(ending)
# output
from tensorflow import keras


def short(layer: keras.layers.Layer, ending):
    name = (layer.name[len("block_") :] if layer.name.startswith("block_") else layer.name).upper()
    return name[: len(name) - len(ending)] if name.endswith(ending) else name
