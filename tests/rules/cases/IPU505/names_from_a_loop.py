import os

from tensorflow import keras

FIRST = "CUDA_VISIBLE_DEVICES"
os.environ[FIRST] = "0"

SETTINGS = {"TF_FORCE_GPU_ALLOW_GROWTH": "true", "TF_GPU_ALLOCATOR": "cuda_malloc_async"}
for name, value in SETTINGS.items():
    os.environ[name] = value
    print(f"{name}={value}")

for name in ("NCCL_DEBUG", "NCCL_P2P_DISABLE"):
    os.environ.pop(name, None)

model = keras.Sequential([keras.layers.Dense(1)])
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
