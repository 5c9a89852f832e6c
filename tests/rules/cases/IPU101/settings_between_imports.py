#!/usr/bin/env python
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf

model = tf.keras.models.load_model("digits.h5")
# output
#!/usr/bin/env python
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
from tensorflow.python import ipu

model = tf.keras.models.load_model("digits.h5")
