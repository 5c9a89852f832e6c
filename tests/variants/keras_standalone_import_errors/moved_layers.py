# case: layers, utils and callbacks come from the modules of Keras 2.0 that went: core, convolutional, np_utils
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU603
# port: agrees
# must: contains from tensorflow.keras import utils as np_utils
# must: lacks from keras
# must: sees fit 160
import numpy as np
from keras.models import Sequential
from keras.layers.core import Dense, Dropout, Flatten
from keras.layers.convolutional import Conv2D, MaxPooling2D
from keras.layers import LeakyReLU
from keras.callbacks import EarlyStopping
from keras.utils import np_utils

np.random.seed(7)
X = np.random.rand(170, 8, 8, 1).astype('float32')
Y = np_utils.to_categorical((X.mean(axis=(1, 2, 3)) > 0.5).astype(int), 2)

model = Sequential()
model.add(Conv2D(4, (3, 3), input_shape=(8, 8, 1)))
model.add(LeakyReLU(alpha=0.1))
model.add(MaxPooling2D(pool_size=(2, 2)))
model.add(Flatten())
model.add(Dropout(0.2))
model.add(Dense(2, activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(X, Y, batch_size=20, epochs=1, verbose=2, callbacks=[EarlyStopping(monitor='loss', patience=2)])
