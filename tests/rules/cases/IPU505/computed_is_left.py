import os

from cards import free_card
from tensorflow import keras

os.environ["CUDA_VISIBLE_DEVICES"] = free_card()
model = keras.Sequential([keras.layers.Dense(1)])
# output
import os

from cards import free_card
from tensorflow import keras

# gpu2ipu: IPU505 only CUDA reads this environment variable: remove it
os.environ["CUDA_VISIBLE_DEVICES"] = free_card()
model = keras.Sequential([keras.layers.Dense(1)])
