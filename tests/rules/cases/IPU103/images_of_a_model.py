import matplotlib.pyplot as plt
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Rescaling(1 / 255)])
images = model(load_images())
image = images[0]
plt.imshow(keras.utils.array_to_img(image))
# output
import matplotlib.pyplot as plt
import tensorflow as tf
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Rescaling(1 / 255)])
with strategy.scope():
    images = model(load_images())
image = images[0]
plt.imshow(keras.utils.array_to_img(image))
