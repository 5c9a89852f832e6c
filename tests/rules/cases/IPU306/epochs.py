from tensorflow import keras

model = keras.models.load_model("model.h5")
keep = keras.callbacks.ModelCheckpoint("best.h5", save_best_only=True, save_freq="epoch")
board = keras.callbacks.TensorBoard("logs", update_freq="epoch")
model.fit(
    [0.0],
    [0.0],
    callbacks=[
        keep,
        board,
        keras.callbacks.EarlyStopping(patience=3),
        keras.callbacks.LearningRateScheduler(lambda epoch: 0.1 / (epoch + 1)),
        keras.callbacks.CSVLogger("log.csv"),
        keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print(epoch)),
    ],
)
