from keras.models import Sequential
from keras.layers import Dense
from keras.utils import multi_gpu_model

model = Sequential([Dense(1)])
parallel = multi_gpu_model(model, gpus=4)
# output
from keras.models import Sequential
from keras.layers import Dense
from keras.utils import multi_gpu_model

model = Sequential([Dense(1)])
# gpu2ipu: IPU507 `multi_gpu_model` is not in TensorFlow 2.6: use the model itself; an IPUStrategy replicates it over the configured IPUs, with the batch size of one replica
parallel = multi_gpu_model(model, gpus=4)
