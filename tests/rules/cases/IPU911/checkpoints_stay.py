import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
saved = tf.train.Checkpoint(model=model)
model.fit(x, y, callbacks=[tf.keras.callbacks.ModelCheckpoint("backup"), tf.keras.callbacks.EarlyStopping()])
