# case: the fraction comes from the command line and may be nothing; sample weights are split with the rows
# rules: IPU101 IPU102 IPU103 IPU204 IPU301
# port: agrees
# args: --validation 0.3
# must: sees fit 140
# must: contains args.validation
import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--validation", type=float, default=0.2)
parser.add_argument("--batch", type=int, default=20)
args = parser.parse_args()

x = np.random.RandomState(2).rand(210, 5).astype("float32")
y = x.min(axis=1)
weights = np.where(y > 0.2, 2.0, 1.0).astype("float32")

model = tf.keras.Sequential([tf.keras.layers.Dense(6, activation="tanh", input_shape=(5,)), tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.Adam(0.01), loss="mse")
model.fit(x, y, sample_weight=weights, batch_size=args.batch, epochs=1, validation_split=args.validation, verbose=2)
