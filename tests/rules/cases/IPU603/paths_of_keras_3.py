import keras.src.backend as K
from keras.api.layers import Dense
from keras.api.models import Sequential
from keras.src.layers.core.dropout import Dropout
from keras.src.legacy.preprocessing.image import ImageDataGenerator
from keras.src.models.sequential import Sequential as Chain
from keras.src.optimizers.adam import Adam
# output
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dropout
from tensorflow.keras.preprocessing.image import ImageDataGenerator
from tensorflow.keras.models import Sequential as Chain
from tensorflow.keras.optimizers import Adam
