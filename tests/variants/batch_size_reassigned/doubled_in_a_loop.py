# case: the batch size doubles in a loop over stages; the same fit call runs with 16, 32 and 64
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 400
# must: sees fit 384
# must: sees evaluate 90
# must: contains bs *= 2
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

np.random.seed(3)
features = np.random.randn(490, 5).astype(np.float32)
target = features.sum(axis=1)
test_x, test_y = features[400:], target[400:]
features, target = features[:400], target[:400]

bs = 16
net = Sequential([Dense(8, activation='relu', input_shape=(5,)), Dense(1)])
net.compile(loss='mse', optimizer=tf.keras.optimizers.SGD(0.01))
for stage in range(3):
    print('stage', stage, 'batch', bs)
    net.fit(features, target, batch_size=bs, epochs=1, verbose=0)
    bs *= 2
print('mse', net.evaluate(test_x, test_y, batch_size=30, verbose=0))
