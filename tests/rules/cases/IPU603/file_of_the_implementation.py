from keras.layers.convolutional_recurrent import ConvLSTM2D
from keras.optimizers.schedules import ExponentialDecay
# output
from tensorflow.keras.layers import ConvLSTM2D
from tensorflow.keras.optimizers.schedules import ExponentialDecay
