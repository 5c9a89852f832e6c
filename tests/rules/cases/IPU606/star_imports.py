from tensorflow.keras.constraints import *
from tensorflow.keras.layers import *
from tensorflow.keras.models import *
from tensorflow.keras.optimizers import *
from tensorflow.keras.utils import *

model = Sequential()
model.add(Dense(8, kernel_constraint=maxnorm(3), input_shape=(4,)))
model.add(MaxoutDense(4))
model.compile(adam(0.1), "mse")
labels = np_utils.to_categorical([0, 1])
both = merge([Input((3,)), Input((3,))], mode="concat", concat_axis=1)


def plot():
    return plot_model(model)


plot()
# output
from tensorflow.keras.constraints import *
from tensorflow.keras.layers import *
from tensorflow.keras.models import *
from tensorflow.keras.optimizers import *
from tensorflow.keras.utils import *
import tensorflow as tf

model = Sequential()
model.add(Dense(8, kernel_constraint=max_norm(3), input_shape=(4,)))
# gpu2ipu: IPU606 `MaxoutDense` is not in TensorFlow 2.6: write it as a layer of your own
model.add(MaxoutDense(4))
model.compile(Adam(0.1), "mse")
labels = tf.keras.utils.to_categorical([0, 1])
both = concatenate([Input((3,)), Input((3,))], axis=1)


def plot():
    return plot_model(model)


plot()
