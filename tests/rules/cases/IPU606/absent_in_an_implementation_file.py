# flags: --select IPU603,IPU606
from keras.layers.core import Dense
from keras.utils.test_utils import check_layer, keras_test

check_layer(keras_test(Dense))
# output
from tensorflow.keras.layers import Dense
# gpu2ipu: IPU606 `check_layer` is not public in the Keras of TensorFlow 2.6: implement it yourself
# gpu2ipu: IPU606 `keras_test` is not public in the Keras of TensorFlow 2.6: implement it yourself
from tensorflow.keras.utils import check_layer, keras_test

check_layer(keras_test(Dense))
