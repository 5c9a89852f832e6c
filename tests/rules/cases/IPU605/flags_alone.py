import os

from tensorflow.python import ipu

os.environ["TF_POPLAR_FLAGS"] = "--force_replicated_mode"
# output
from tensorflow.python import ipu
