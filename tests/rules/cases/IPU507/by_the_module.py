import keras

model = keras.models.load_model("model.h5")
try:
    model = keras.utils.multi_gpu_model(model, 2)
except ValueError:
    pass
# output
import keras

model = keras.models.load_model("model.h5")
try:
    pass
except ValueError:
    pass
