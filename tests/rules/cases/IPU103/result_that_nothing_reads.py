# flags: --select IPU103,IPU102
from tensorflow import keras
from elsewhere import generator, plot_images

inputs = keras.Input(shape=(100,))
images = generator(inputs)
adversarial = keras.Model(inputs, keras.layers.Dense(1)(images))
adversarial.compile("adam", "mse")
for step in range(1000):
    adversarial.train_on_batch([[0.0] * 100], [[1.0]])
    if step % 100 == 0:
        plot_images(images, step=step)
# output
from tensorflow import keras
from elsewhere import generator, plot_images
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    inputs = keras.Input(shape=(100,))
    images = generator(inputs)
    adversarial = keras.Model(inputs, keras.layers.Dense(1)(images))
    adversarial.compile("adam", "mse")
for step in range(1000):
    adversarial.train_on_batch([[0.0] * 100], [[1.0]])
    if step % 100 == 0:
        plot_images(images, step=step)
