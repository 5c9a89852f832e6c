from tensorflow import keras

model = keras.models.load_model("model.h5")
keep = keras.callbacks.ModelCheckpoint("best.h5", "loss", 1, False, True, "auto", 20)
also = keras.callbacks.experimental.BackupAndRestore("folder")
model.fit([0.0], [0.0], callbacks=[keep, also])
# output
from tensorflow import keras

model = keras.models.load_model("model.h5")
# gpu2ipu: IPU306 `save_freq=20` counts batches, but an IPU stops only after each `steps_per_execution` batches: use "epoch"
keep = keras.callbacks.ModelCheckpoint("best.h5", "loss", 1, False, True, "auto", 20)
also = keras.callbacks.experimental.BackupAndRestore("folder")
model.fit([0.0], [0.0], callbacks=[keep, also])
