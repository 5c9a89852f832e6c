import tensorflow as tf
from tensorflow.keras.layers import Dense, K
from tensorflow.keras.models import K as backend

data = tf.data.Dataset.from_tensor_slices([1.0, 2.0]).batch(1)
iterator = data.make_one_shot_iterator()
print(iterator.get_next(), K.image_data_format(), backend.floatx(), Dense(1))
print(data.map(lambda value: value).make_initializable_iterator())
# output
import tensorflow as tf
from tensorflow.keras.layers import Dense
from tensorflow.keras import backend as K
from tensorflow.keras import backend

data = tf.data.Dataset.from_tensor_slices([1.0, 2.0]).batch(1)
iterator = iter(data)
print(iterator.get_next(), K.image_data_format(), backend.floatx(), Dense(1))
# gpu2ipu: IPU606 datasets of TensorFlow 2.6 have no `make_initializable_iterator`: iterate over the dataset, or call `iter`
print(data.map(lambda value: value).make_initializable_iterator())
