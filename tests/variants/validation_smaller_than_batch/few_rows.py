# case: seven validation rows against a batch of 64, handed over as a list of arrays behind a name
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301
# port: agrees
# must: sees fit 192
# must: prints val_loss for 2 epochs
import numpy as np
from tensorflow.keras import layers, models

np.random.seed(0)
x, y = np.random.rand(200, 4).astype("float32"), np.random.rand(200).astype("float32")
val = (x[:7], y[:7])

model = models.Sequential([layers.Dense(8, activation="relu", input_shape=(4,)), layers.Dense(1)])
model.compile("adam", "mse")
h = model.fit(x, y, batch_size=64, epochs=2, validation_data=val, verbose=0)
print("val_loss for", len(h.history["val_loss"]), "epochs")
