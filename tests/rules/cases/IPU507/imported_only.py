from keras.utils import multi_gpu_model
from tensorflow import keras

model = keras.models.load_model("model.h5")
# output
# gpu2ipu: IPU507 `multi_gpu_model` is not in TensorFlow 2.6; it computes what the model itself does with the whole batch
from keras.utils import multi_gpu_model
from tensorflow import keras

model = keras.models.load_model("model.h5")
