# flags: --select IPU601,IPU603
import random
import numpy as np
import tensorflow as tf
from keras.utils import set_random_seed

set_random_seed(3)
# output
import random
import numpy as np
import tensorflow as tf

random.seed(3)
np.random.seed(3)
tf.random.set_seed(3)
