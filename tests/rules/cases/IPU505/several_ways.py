from os import environ, putenv
from tensorflow import keras

environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")
putenv("NCCL_DEBUG", "INFO")
environ["TF_GPU_THREAD_MODE"] = environ["TF_CUDNN_DETERMINISTIC"] = "1"
model = keras.Sequential([keras.layers.Dense(1)])
# output
from os import environ, putenv
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
