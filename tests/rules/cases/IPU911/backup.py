import keras
import tensorflow as tf
from keras.callbacks import BackupAndRestore as Backup, ModelCheckpoint

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
callbacks = [ModelCheckpoint("model.h5")]
if resume:
    callbacks.append(Backup("backup"))
model.fit(x, y, callbacks=callbacks)
model.fit(x, y, callbacks=[tf.keras.callbacks.BackupAndRestore(backup_dir="backup")])
model.fit(x, y, callbacks=tf.keras.callbacks.experimental.BackupAndRestore("backup"))
# output
import keras
import tensorflow as tf
from keras.callbacks import BackupAndRestore as Backup, ModelCheckpoint

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
callbacks = [ModelCheckpoint("model.h5")]
if resume:
    # gpu2ipu: IPU911 `BackupAndRestore` refuses the strategy of an IPU: save the weights with `ModelCheckpoint`; after a restart load them and give `fit` the `initial_epoch`
    callbacks.append(Backup("backup"))
model.fit(x, y, callbacks=callbacks)
# gpu2ipu: IPU911 `BackupAndRestore` refuses the strategy of an IPU: save the weights with `ModelCheckpoint`; after a restart load them and give `fit` the `initial_epoch`
model.fit(x, y, callbacks=[tf.keras.callbacks.BackupAndRestore(backup_dir="backup")])
# gpu2ipu: IPU911 `BackupAndRestore` refuses the strategy of an IPU: save the weights with `ModelCheckpoint`; after a restart load them and give `fit` the `initial_epoch`
model.fit(x, y, callbacks=tf.keras.callbacks.experimental.BackupAndRestore("backup"))
