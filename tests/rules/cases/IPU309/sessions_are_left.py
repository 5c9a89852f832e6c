import tensorflow as tf
from tensorflow.keras import Sequential, backend as K
from tensorflow.keras.layers import Dense

tf.compat.v1.disable_v2_behavior()
model = Sequential([Dense(1, input_shape=(4,))])
print(K.get_session().run(model.output, {model.input: [[0.0] * 4]}))
# output
import tensorflow as tf
from tensorflow.keras import Sequential, backend as K
from tensorflow.keras.layers import Dense

# gpu2ipu: IPU309 `disable_v2_behavior` makes Keras use the models of TensorFlow 1, which do not run on an IPU: remove it, and rewrite code that uses sessions and placeholders
tf.compat.v1.disable_v2_behavior()
model = Sequential([Dense(1, input_shape=(4,))])
print(K.get_session().run(model.output, {model.input: [[0.0] * 4]}))
