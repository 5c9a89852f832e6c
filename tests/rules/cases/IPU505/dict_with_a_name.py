import os

from tensorflow import keras

CUDA = {"CUDA_VISIBLE_DEVICES": "0", "NCCL_DEBUG": "INFO"}
SETTINGS = dict(CUDA_CACHE_DISABLE="1", TF_CPP_MIN_LOG_LEVEL="2")
os.environ.update(CUDA)
os.environ.update(SETTINGS)
os.environ |= {"TF_GPU_THREAD_MODE": "gpu_private", "OMP_NUM_THREADS": "8"}

model = keras.Sequential([keras.layers.Dense(1)])
# output
import os

from tensorflow import keras

SETTINGS = dict(CUDA_CACHE_DISABLE="1", TF_CPP_MIN_LOG_LEVEL="2")
# gpu2ipu: IPU505 only CUDA reads this environment variable: remove it
os.environ.update(SETTINGS)
os.environ |= {"OMP_NUM_THREADS": "8"}

model = keras.Sequential([keras.layers.Dense(1)])
