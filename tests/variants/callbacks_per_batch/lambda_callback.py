# case: LambdaCallback with on_batch_end beside CSV-like logging of epochs and ReduceLROnPlateau
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU306
# port: left IPU306
# must: contains on_batch_end=lambda
# must: sees fit 480
import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import LambdaCallback, ReduceLROnPlateau

np.random.seed(2)
x = np.random.rand(500, 7).astype('float32')
y = x.max(axis=1)

losses = []
per_batch = LambdaCallback(on_batch_end=lambda batch, logs: losses.append(logs['loss']))
per_epoch = LambdaCallback(on_epoch_end=lambda epoch, logs: print('epoch %d loss %.4f' % (epoch, logs['loss'])))

net = keras.Sequential([keras.layers.Dense(9, activation='relu', input_shape=(7,)), keras.layers.Dense(1)])
net.compile(loss='mae', optimizer='adam')
net.fit(x, y, batch_size=20 * 2, epochs=2, verbose=0,
        callbacks=[per_batch, per_epoch, ReduceLROnPlateau(monitor='loss', patience=1)])
print(len(losses) > 0, 'losses noted')
