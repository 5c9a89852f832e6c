from keras import backend as K
from keras import objectives
from keras.constraints import maxnorm, unit_norm
from keras.objectives import mean_squared_error
from keras.optimizers import SGD, adam
from keras.utils.visualize_util import plot as draw
import keras.optimizers

optimizer = adam(0.1)
other = keras.optimizers.rmsprop(0.1)
constraint = maxnorm(3)
K.set_image_dim_ordering("th")
rows = 1 if K.image_dim_ordering() == "th" else 0
# output
from keras import backend as K
from keras import losses as objectives
from keras.constraints import max_norm as maxnorm, unit_norm
from keras.losses import mean_squared_error
from keras.optimizers import SGD, Adam as adam
from keras.utils import plot_model as draw
import keras.optimizers

optimizer = adam(0.1)
other = keras.optimizers.RMSprop(0.1)
constraint = maxnorm(3)
K.set_image_data_format("channels_first")
rows = 1 if K.image_data_format() == "channels_first" else 0
