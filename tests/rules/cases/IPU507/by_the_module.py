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
    # gpu2ipu: IPU507 `multi_gpu_model` is not in TensorFlow 2.6: use the model itself; an IPUStrategy replicates it over the configured IPUs, with the batch size of one replica
    model = keras.utils.multi_gpu_model(model, 2)
except ValueError:
    pass
