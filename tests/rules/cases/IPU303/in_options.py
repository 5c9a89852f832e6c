from tensorflow import keras

debug = {"run_eagerly": True}
model = keras.models.load_model("model.h5")
model.compile("sgd", "mse", **debug)
model.compile(**dict(debug, optimizer="sgd"))
print(debug)
# output
from tensorflow import keras

debug = {"run_eagerly": True}
model = keras.models.load_model("model.h5")
model.compile("sgd", "mse", **{**debug, "run_eagerly": False})
model.compile(**{**dict(debug, optimizer="sgd"), "run_eagerly": False})
print(debug)
