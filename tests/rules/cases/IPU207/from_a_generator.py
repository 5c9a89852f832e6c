import tensorflow as tf
from tensorflow import keras

def rows():
    yield from range(320)


data = tf.data.Dataset.from_generator(rows, output_signature=tf.TensorSpec((), tf.int32)).batch(16, drop_remainder=True)
model = keras.models.load_model("model.h5")
print(model.evaluate(data))
# output
import tensorflow as tf
from tensorflow import keras

def rows():
    yield from range(320)


data = tf.data.Dataset.from_generator(rows, output_signature=tf.TensorSpec((), tf.int32)).batch(16, drop_remainder=True)
model = keras.models.load_model("model.h5")
# gpu2ipu: IPU207 the dataset `data` does not know its size: say how many batches to take with `steps`
print(model.evaluate(data))
