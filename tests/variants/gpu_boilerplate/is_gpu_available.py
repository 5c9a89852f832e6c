# case: a message and a batch size that depend on tf.test.is_gpu_available, the log level set first, an XLA flag
# rules: IPU101 IPU102 IPU103 IPU202 IPU301 IPU50x
# port: agrees
# must: contains TF_CPP_MIN_LOG_LEVEL
# must: sees fit 150
import os
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
os.environ['TF_XLA_FLAGS'] = '--tf_xla_enable_xla_devices'
os.environ['CUDA_VISIBLE_DEVICES'] = '0,1'

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

if tf.config.list_physical_devices('GPU'):
    print('using GPU')
else:
    print('no GPU found')

np.random.seed(123)
X = np.random.rand(155, 4).astype('float32')
y = (X.sum(1) > 2).astype('float32')

clf = tf.keras.Sequential([layers.Dense(5, activation='relu', input_shape=(4,)),
                           layers.Dense(1, activation='sigmoid')])
clf.compile(loss='binary_crossentropy', optimizer='adam')
clf.fit(X, y, batch_size=30, epochs=1)
