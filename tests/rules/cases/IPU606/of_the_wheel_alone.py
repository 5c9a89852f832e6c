from keras.losses import LossFunctionWrapper
from keras.utils import tf_inspect
