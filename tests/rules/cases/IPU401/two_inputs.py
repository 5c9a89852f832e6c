# flags: --pipeline-stages 2
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    text = keras.Input((20,), dtype="int32", name="text")
    image = keras.Input((32, 32, 3), name="image")

    words = layers.Embedding(1000, 16)(text)
    words = layers.LSTM(16)(words)

    features = layers.Conv2D(8, 3)(image)
    features = layers.Flatten()(features)
    features = layers.Dense(16)(features)

    joined = layers.concatenate([words, features])
    score = layers.Dense(1, name="score")(joined)
    label = layers.Dense(4, name="label")(joined)
    model = keras.Model([text, image], [score, label])
    model.compile("adam", ["mse", "sparse_categorical_crossentropy"])
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    text = keras.Input((20,), dtype="int32", name="text")
    image = keras.Input((32, 32, 3), name="image")

    with keras.ipu.PipelineStage(0):
        words = layers.Embedding(1000, 16)(text)
        words = layers.LSTM(16)(words)

        features = layers.Conv2D(8, 3)(image)
        features = layers.Flatten()(features)
    with keras.ipu.PipelineStage(1):
        features = layers.Dense(16)(features)

        joined = layers.concatenate([words, features])
        score = layers.Dense(1, name="score")(joined)
        label = layers.Dense(4, name="label")(joined)
    model = keras.Model([text, image], [score, label])
    model.compile("adam", ["mse", "sparse_categorical_crossentropy"])
