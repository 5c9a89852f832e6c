# flags: --pipeline-stages 3 --no-annotate
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build_model(classes=10):
    """Return a small convolutional network."""
    inputs = keras.Input((32, 32, 3))
    x = layers.Conv2D(32, 3, padding="same")(inputs)
    x = layers.BatchNormalization()(x)
    x = layers.ReLU()(x)
    x = layers.MaxPooling2D()(x)

    # the second part
    x = layers.Conv2D(64, 3, padding="same")(x)
    x = layers.BatchNormalization()(x)
    x = layers.ReLU()(x)
    x = layers.GlobalAveragePooling2D()(x)
    outputs = layers.Dense(classes, activation="softmax")(x)
    return keras.Model(inputs, outputs, name="small")


with strategy.scope():
    model = build_model()
    model.compile("sgd", "sparse_categorical_crossentropy")
# output
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


def build_model(classes=10):
    """Return a small convolutional network."""
    inputs = keras.Input((32, 32, 3))
    with keras.ipu.PipelineStage(0):
        x = layers.Conv2D(32, 3, padding="same")(inputs)
        x = layers.BatchNormalization()(x)
        x = layers.ReLU()(x)
        x = layers.MaxPooling2D()(x)

    with keras.ipu.PipelineStage(1):
        # the second part
        x = layers.Conv2D(64, 3, padding="same")(x)
        x = layers.BatchNormalization()(x)
        x = layers.ReLU()(x)
        x = layers.GlobalAveragePooling2D()(x)
    with keras.ipu.PipelineStage(2):
        outputs = layers.Dense(classes, activation="softmax")(x)
    return keras.Model(inputs, outputs, name="small")


with strategy.scope():
    model = build_model()
    model.compile("sgd", "sparse_categorical_crossentropy")
