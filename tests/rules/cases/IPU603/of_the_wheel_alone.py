from keras.engine import keras_tensor
from keras.engine.input_spec import InputSpec
from keras.layers.core import Dense, TFOpLambda
from keras.losses import LossFunctionWrapper
from keras.models import Sequential
from keras.optimizer_v2 import optimizer_v2
from keras.optimizer_v2.adam import Adam
from keras.utils import tf_inspect
from keras.utils.layer_utils import count_params
# output
from keras.engine import keras_tensor
from keras.engine.input_spec import InputSpec
from keras.layers.core import Dense, TFOpLambda
from keras.losses import LossFunctionWrapper
from tensorflow.keras.models import Sequential
from keras.optimizer_v2 import optimizer_v2
from tensorflow.keras.optimizers import Adam
from keras.utils import tf_inspect
from keras.utils.layer_utils import count_params
