# case: defaults and overrides are merged with ** into the dict that fit takes; evaluate and predict take a part of it
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 288
# must: sees evaluate 60
# must: sees predict 60
# must: contains DEFAULTS = {"batch_size": 64, "epochs": 10, "verbose": 2}
# must: prints predicted 60 rows
import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

DEFAULTS = {"batch_size": 64, "epochs": 10, "verbose": 2}
overrides = {"batch_size": 48, "epochs": 1}
settings = {**DEFAULTS, **overrides}

rng = np.random.RandomState(4)
keras.backend.clear_session()
features = rng.uniform(-1, 1, size=(360, 6)).astype("float32")
labels = (features.sum(axis=1) > 0).astype("float32").reshape(-1, 1)
x_train, x_test = features[:300], features[300:]
y_train, y_test = labels[:300], labels[300:]

model = keras.Sequential([
    keras.Input(shape=(6,)),
    layers.Dense(12, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(**{"loss": "binary_crossentropy", "optimizer": "rmsprop", "metrics": ["accuracy"]})
model.fit(x_train, y_train, **settings)

for_test = {"batch_size": settings["batch_size"], "verbose": 0}
print(dict(zip(model.metrics_names, model.evaluate(x_test, y_test, **for_test))))
print("predicted", len(model.predict(x_test, **for_test)), "rows")
