from keras.models import Sequential
from keras.layers import Dense
from keras.utils import multi_gpu_model

model = Sequential([Dense(1)])
parallel = multi_gpu_model(model, gpus=4)
# output
from keras.models import Sequential
from keras.layers import Dense
# gpu2ipu: IPU507 `multi_gpu_model` is not in TensorFlow 2.6; it computes what the model itself does with the whole batch
from keras.utils import multi_gpu_model

model = Sequential([Dense(1)])
parallel = model
