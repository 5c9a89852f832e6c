import subprocess

import tensorflow as tf

has_gpu = lambda: len(tf.config.list_physical_devices("GPU")) > 0
batch_size = 64 if has_gpu() else 32
device = "/GPU:0" if has_gpu() else "/CPU:0"
free = subprocess.check_output(["nvidia-smi", "--query-gpu=memory.free", "--format=csv"])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
print(free, model.name, batch_size, "fast" if has_gpu() else "slow")
# output
import subprocess

import tensorflow as tf

has_gpu = lambda: len(tf.config.list_physical_devices("GPU")) > 0
# gpu2ipu: IPU501 the following code depends on a GPU, and there is no GPU on IPU hosts: keep only the branch for the IPU
batch_size = 64 if has_gpu() else 32
# gpu2ipu: IPU501 `nvidia-smi` needs NVIDIA's driver, which IPU hosts do not have: remove it; `gc-monitor` shows the IPUs
free = subprocess.check_output(["nvidia-smi", "--query-gpu=memory.free", "--format=csv"])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
print(free, model.name, batch_size, "fast" if has_gpu() else "slow")
