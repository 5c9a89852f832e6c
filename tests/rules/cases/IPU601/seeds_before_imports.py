import tensorflow as tf
tf.keras.utils.set_random_seed(1)
import numpy as np
import random
# output
import tensorflow as tf
import random
import numpy as np
random.seed(1)
np.random.seed(1)
tf.random.set_seed(1)
import numpy as np
import random
