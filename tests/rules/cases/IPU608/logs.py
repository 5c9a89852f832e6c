from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(10)])
model.compile("adam", "mse", metrics=["accuracy"])
stop = keras.callbacks.EarlyStopping(monitor="val_acc", patience=2)
less = keras.callbacks.ReduceLROnPlateau('acc')
save = keras.callbacks.ModelCheckpoint("w-{epoch:02d}-{val_acc:.2f}.hdf5", monitor='val_acc')
history = model.fit(x, y, callbacks=[stop, less, save])
acc = history.history["acc"]
val_acc = history.history['val_acc']
history_dict = history.history
acc = history_dict["acc"]
print("acc", acc, {"acc": 1}["acc"])


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(logs["acc"], logs.get("val_acc"))
# output
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(10)])
model.compile("adam", "mse", metrics=["accuracy"])
stop = keras.callbacks.EarlyStopping(monitor="val_accuracy", patience=2)
less = keras.callbacks.ReduceLROnPlateau('accuracy')
save = keras.callbacks.ModelCheckpoint("w-{epoch:02d}-{val_accuracy:.2f}.hdf5", monitor='val_accuracy')
history = model.fit(x, y, callbacks=[stop, less, save])
acc = history.history["accuracy"]
val_acc = history.history['val_accuracy']
history_dict = history.history
acc = history_dict["accuracy"]
print("acc", acc, {"acc": 1}["acc"])


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(logs["accuracy"], logs.get("val_accuracy"))
