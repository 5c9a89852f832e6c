# flags: --sdk 3.0
import os

from tensorflow.python import ipu

os.environ["TF_POPLAR_FLAGS"] = "--use_on_demand --use_ipu_model"
# output
import os

from tensorflow.python import ipu

os.environ["TF_POPLAR_FLAGS"] = "--use_ipu_model"
