# case: predict of one row with np.expand_dims, of the last row with a negative slice, and recursively in a loop
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 160
# must: prints forecast of 5 steps
# must: prints single (1, 1) last (1, 1)
import numpy as np
import tensorflow as tf

series = np.sin(np.arange(180) / 7).astype("float32")
window = 8
x = np.array([series[i:i + window] for i in range(170)])
y = np.array([series[i + window] for i in range(170)])

model = tf.keras.Sequential()
model.add(tf.keras.layers.Dense(6, activation="relu", input_dim=window))
model.add(tf.keras.layers.Dense(1))
model.compile("adam", "mse")
model.fit(x, y, batch_size=20, epochs=1, verbose=0)

single = model.predict(np.expand_dims(x[0], axis=0))
last = model.predict(x[-1:])
forecast = list(x[-1])
for _ in range(5):
    step = model.predict(np.array(forecast[-window:]).reshape(1, window), verbose=0)
    forecast.append(step[0, 0])
print("forecast of", len(forecast) - window, "steps")
print("single", single.shape, "last", last.shape)
