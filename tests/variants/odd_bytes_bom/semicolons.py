# case: a byte order mark, one statement a line with semicolons, a backslash in the middle of fit
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: sees fit 100
import numpy as np; import tensorflow as tf
x = np.random.RandomState(4).rand(118, 4).astype('float32'); y = x.sum(axis=1)
m = tf.keras.Sequential(); m.add(tf.keras.layers.Dense(1, input_shape=(4,))); m.compile('sgd', 'mse')
h = m.fit(x, y, \
    batch_size=20, epochs=1, verbose=0)
print(len(h.history)); 
