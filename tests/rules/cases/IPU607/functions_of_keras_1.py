from keras import backend as K
from keras.preprocessing.image import ImageDataGenerator
from keras.utils import np_utils, to_categorical

noise = K.random_normal(shape=(16, 2), mean=0.0, std=0.01)
other = K.random_uniform((16, 2), low=-1.0, high=1.0)
wide = K.expand_dims(noise, dim=-1)
labels = to_categorical([0, 1, 2], nb_classes=3)
more = np_utils.to_categorical([0, 1, 2], 3)
hot = K.one_hot(K.constant([0, 1], dtype="int32"), nb_classes=2)
kernels = K.conv2d(K.ones((1, 8, 8, 3)), K.ones((3, 3, 3, 4)), border_mode="same", dim_ordering="tf")
images = ImageDataGenerator(rescale=1 / 255, dim_ordering="th")
# output
from keras import backend as K
from keras.preprocessing.image import ImageDataGenerator
from keras.utils import np_utils, to_categorical

noise = K.random_normal(shape=(16, 2), mean=0.0, stddev=0.01)
other = K.random_uniform((16, 2), minval=-1.0, maxval=1.0)
wide = K.expand_dims(noise, axis=-1)
labels = to_categorical([0, 1, 2], num_classes=3)
more = np_utils.to_categorical([0, 1, 2], 3)
hot = K.one_hot(K.constant([0, 1], dtype="int32"), num_classes=2)
kernels = K.conv2d(K.ones((1, 8, 8, 3)), K.ones((3, 3, 3, 4)), padding="same", data_format="channels_last")
images = ImageDataGenerator(rescale=1 / 255, data_format="channels_first")
