from tensorflow import keras

# import horovod.tensorflow.keras as hvd
model = keras.models.load_model("model.h5")
