from tensorflow import keras


def multi_gpu_model(model, gpus):
    return model


model = multi_gpu_model(keras.models.load_model("model.h5"), 2)
