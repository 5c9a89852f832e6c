import numpy as np
import tensorflow as tf

rows = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1)))).batch(32)
model = tf.keras.models.load_model("model.h5")
model.fit(rows)
print(sum(len(x) for x, y in rows))
for x, y in rows:
    print(x.shape)
# output
import numpy as np
import tensorflow as tf

rows = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1)))).batch(32, drop_remainder=True)
model = tf.keras.models.load_model("model.h5")
model.fit(rows)
print(sum(len(x) for x, y in rows))
for x, y in rows:
    print(x.shape)
