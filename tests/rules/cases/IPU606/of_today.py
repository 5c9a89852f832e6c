from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras.layers import concatenate
from tensorflow.keras.optimizers import Adam, SGD

adam = Adam(0.1)
K.set_image_data_format("channels_last")
x = concatenate([keras.Input((3,)), keras.Input((3,))])
keras.utils.plot_model(model)
