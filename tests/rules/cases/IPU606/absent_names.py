from keras.utils import np_utils, plot_model
from keras.utils import image_utils
from tensorflow.keras.layers import Dense, experimental, Minimax
from tensorflow.keras.layers import CuDNNGRU
from tensorflow.keras.optimizers import AdamW, schedules, legacy
from tensorflow.keras.applications import resnet50, vgg16

try:
    from tensorflow.keras.layers import SomethingElse
except ImportError:
    SomethingElse = Dense

print(image_utils, Minimax)
# output
from keras.utils import np_utils, plot_model
# gpu2ipu: IPU606 `image_utils` is not public in the Keras of TensorFlow 2.6: implement it yourself
from keras.utils import image_utils
# gpu2ipu: IPU606 `Minimax` is not public in the Keras of TensorFlow 2.6: implement it yourself
from tensorflow.keras.layers import Dense, experimental, Minimax
from tensorflow.keras.layers import CuDNNGRU
from tensorflow.keras.optimizers import AdamW, schedules, legacy
from tensorflow.keras.applications import resnet50, vgg16

try:
    from tensorflow.keras.layers import SomethingElse
except ImportError:
    SomethingElse = Dense

print(image_utils, Minimax)
