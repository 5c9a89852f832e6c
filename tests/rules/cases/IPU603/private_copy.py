from tensorflow.python.keras import layers
from tensorflow.python.keras.models import Sequential
import tensorflow.python.keras.backend as K
# output
from tensorflow.keras import layers
from tensorflow.keras.models import Sequential
from tensorflow.keras import backend as K
