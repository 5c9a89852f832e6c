import tensorflow as tf
import tensorflow.keras as keras
from tensorflow.keras import layers
from tensorflow.compat.v2.keras.models import Sequential
