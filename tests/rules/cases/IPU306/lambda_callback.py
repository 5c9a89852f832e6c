from tensorflow import keras

model = keras.models.load_model("model.h5")
model.fit(
    [0.0],
    [0.0],
    callbacks=[keras.callbacks.LambdaCallback(on_epoch_end=None, on_batch_end=lambda batch, logs: print(batch, logs))],
)
# output
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU306 `on_batch_end` is called once per execution of `steps_per_execution` batches on an IPU: it counts or records less often
model.fit(
    [0.0],
    [0.0],
    callbacks=[keras.callbacks.LambdaCallback(on_epoch_end=None, on_batch_end=lambda batch, logs: print(batch, logs))],
)
