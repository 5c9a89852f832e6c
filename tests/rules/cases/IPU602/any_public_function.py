# flags: --select=IPU602
import tensorflow as tf

backbone = tf.keras.applications.DenseNet121(weights=None, classifier_activation="softmax")
other = tf.keras.applications.VGG16(weights=None, name="backbone")
same = tf.keras.applications.VGG16(weights=None, classifier_activation="softmax")
start = tf.zeros((2, 2), layout=None)
records = tf.data.TFRecordDataset(["a"], name="records")
labels = tf.keras.utils.to_categorical(x=[0, 1])
rows = tf.data.Dataset.random(4, rerandomize_each_iteration=True)
# output
import tensorflow as tf

backbone = tf.keras.applications.DenseNet121(weights=None)
# gpu2ipu: IPU602 `tf.keras.applications.VGG16` has no `name` in TensorFlow 2.6: remove it, or implement it yourself
other = tf.keras.applications.VGG16(weights=None, name="backbone")
same = tf.keras.applications.VGG16(weights=None, classifier_activation="softmax")
start = tf.zeros((2, 2))
records = tf.data.TFRecordDataset(["a"])
labels = tf.keras.utils.to_categorical(y=[0, 1])
# gpu2ipu: IPU602 `tf.data.Dataset.random` has no `rerandomize_each_iteration` in TensorFlow 2.6: remove it, or implement it yourself
rows = tf.data.Dataset.random(4, rerandomize_each_iteration=True)
