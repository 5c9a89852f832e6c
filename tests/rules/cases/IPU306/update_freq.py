import tensorflow as tf

model = tf.keras.models.load_model("model.h5")
board = tf.keras.callbacks.TensorBoard("logs", update_freq="batch")
model.fit([0.0], [0.0], callbacks=[board, tf.keras.callbacks.TensorBoard(log_dir="other", update_freq=100)])
