from tensorflow.keras import layers, saving

model = saving.load_model("model.h5")
# output
# gpu2ipu: IPU601 `tf.keras.saving` came with TensorFlow 2.12 and is not in TensorFlow 2.6: implement it yourself
from tensorflow.keras import layers, saving

# gpu2ipu: IPU601 `tf.keras.saving.load_model` came with TensorFlow 2.12 and is not in TensorFlow 2.6: use `tf.keras.models.load_model`
model = saving.load_model("model.h5")
