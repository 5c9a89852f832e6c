from tensorflow.keras import Model
from tensorflow.keras import layers

a = layers.Dense(output_dim=10, init="uniform", W_regularizer=decay, bias=False)
b = layers.Convolution2D(
    nb_filter=32,
    nb_row=3,  # high
    nb_col=5,
    border_mode="same",
    subsample=(2, 2),
    dim_ordering="tf",
)
c = layers.Convolution1D(nb_filter=8, filter_length=3, subsample_length=2)
d = layers.LSTM(output_dim=5, inner_activation="sigmoid", dropout_W=0.2, dropout_U=0.1, consume_less="gpu")
e = layers.MaxPooling1D(pool_length=2, stride=1)
f = layers.Dropout(p=0.5)
g = layers.BatchNormalization(mode=0, axis=1)
h = Model(input=x, output=[y, z])
# output
from tensorflow.keras import Model
from tensorflow.keras import layers

a = layers.Dense(units=10, kernel_initializer="uniform", kernel_regularizer=decay, use_bias=False)
b = layers.Convolution2D(filters=32, kernel_size=(3, 5), padding="same", strides=(2, 2), data_format="channels_last")
c = layers.Convolution1D(filters=8, kernel_size=3, strides=2)
d = layers.LSTM(units=5, recurrent_activation="sigmoid", dropout=0.2, recurrent_dropout=0.1)
e = layers.MaxPooling1D(pool_size=2, strides=1)
f = layers.Dropout(rate=0.5)
g = layers.BatchNormalization(axis=1)
h = Model(inputs=x, outputs=[y, z])
