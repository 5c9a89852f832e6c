import keras_tuner
from keras_cv import models
from mykeras.layers import Dense
from .keras import summary
