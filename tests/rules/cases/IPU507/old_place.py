from tensorflow import keras
from tensorflow.python.keras.utils.multi_gpu_utils import multi_gpu_model as on_all

model = on_all(keras.models.load_model("model.h5"), gpus=2)
# output
from tensorflow import keras
from tensorflow.python.keras.utils.multi_gpu_utils import multi_gpu_model as on_all

# gpu2ipu: IPU507 `multi_gpu_model` is not in TensorFlow 2.6: use the model itself; an IPUStrategy replicates it over the configured IPUs, with the batch size of one replica
model = on_all(keras.models.load_model("model.h5"), gpus=2)
