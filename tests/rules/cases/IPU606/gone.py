from keras.layers import Merge, TimeDistributedDense
from keras.metrics import precision
import keras

layer = keras.layers.MaxoutDense(3)
try:
    from keras.optimizers import adam
except ImportError:
    from keras.optimizers import Adam as adam
# output
# gpu2ipu: IPU606 `Merge` is not in TensorFlow 2.6: `keras.layers.concatenate`, `add`, `multiply` and their like take its place
# gpu2ipu: IPU606 `TimeDistributedDense` is not in TensorFlow 2.6: `TimeDistributed(Dense(...))` does the same
from keras.layers import Merge, TimeDistributedDense
# gpu2ipu: IPU606 `precision` is not in TensorFlow 2.6: `keras.metrics.Precision()` takes its place
from keras.metrics import precision
import keras

# gpu2ipu: IPU606 `MaxoutDense` is not in TensorFlow 2.6: write it as a layer of your own
layer = keras.layers.MaxoutDense(3)
try:
    from keras.optimizers import adam
except ImportError:
    from keras.optimizers import Adam as adam
