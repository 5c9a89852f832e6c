#!/usr/bin/python3
# -*- coding: utf-8 -*-
# case: args is parsed at module level and read everywhere, batch size with choices, steps derived from it, no main
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# args: -bs 16
# must: sees fit 288
# must: prints wrote 75 rows
# must: contains args.bs
import argparse, math, os
import numpy as np

ap = argparse.ArgumentParser()
ap.add_argument("-bs", type=int, choices=(8, 16, 32), default=32, help=u"Batch size – größer ist schneller")
ap.add_argument("-o", "--output", default=os.devnull, help="where the predictions go")
ap.add_argument("-n", "--n-rows", type=int, default=300)
args = ap.parse_args()

from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import RMSprop

np.random.seed(99)
data = np.random.rand(args.n_rows, 7).astype("float32")
target = np.square(data).sum(axis=1)

print("Steps per epoch:", math.ceil(len(data) / args.bs))

model = Sequential([Dense(10, activation="relu", input_dim=7), Dense(1, name="out")])
model.compile(RMSprop(learning_rate=0.01), loss="mean_absolute_error")
model.fit(data, target, batch_size=args.bs, epochs=1, verbose=2)

new = np.random.rand(75, 7).astype("float32")
out = model.predict(new, batch_size=args.bs)
np.savetxt(args.output, out)
print("wrote", len(out), "rows")
