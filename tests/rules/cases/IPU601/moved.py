import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.saving import register_keras_serializable
from tensorflow.keras.utils import get_file, pad_sequences

padded = keras.utils.pad_sequences([[1, 2], [3]]), pad_sequences([[1]])
model = keras.saving.load_model("model.h5")
mixed = tf.data.Dataset.sample_from_datasets([first, second])


@register_keras_serializable()
class Scale(keras.Layer):
    pass
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.utils import register_keras_serializable
from tensorflow.keras.utils import get_file
from tensorflow.keras.preprocessing.sequence import pad_sequences

padded = keras.preprocessing.sequence.pad_sequences([[1, 2], [3]]), pad_sequences([[1]])
model = keras.models.load_model("model.h5")
mixed = tf.data.experimental.sample_from_datasets([first, second])


@register_keras_serializable()
class Scale(keras.layers.Layer):
    pass
