import tensorflow as tf

model = tf.keras.models.load_model("model.h5")
board = tf.keras.callbacks.TensorBoard("logs", update_freq="batch")
model.fit([0.0], [0.0], callbacks=[board, tf.keras.callbacks.TensorBoard(log_dir="other", update_freq=100)])
# output
import tensorflow as tf

model = tf.keras.models.load_model("model.h5")
# gpu2ipu: IPU306 `update_freq='batch'` counts batches, but an IPU stops only after each `steps_per_execution` batches: use "epoch", or a multiple of `steps_per_execution`
board = tf.keras.callbacks.TensorBoard("logs", update_freq="batch")
# gpu2ipu: IPU306 `update_freq=100` counts batches, but an IPU stops only after each `steps_per_execution` batches: use "epoch", or a multiple of `steps_per_execution`
model.fit([0.0], [0.0], callbacks=[board, tf.keras.callbacks.TensorBoard(log_dir="other", update_freq=100)])
