import tensorflow as tf

# on the first card
with tf.device("/device:GPU:0"):  # there is one
    # one layer
    model = tf.keras.Sequential([
        tf.keras.layers.Dense(1),
    ])

    model.compile(\
        "sgd", "mse")
    # done
print("made")
# output
import tensorflow as tf

# on the first card
# one layer
model = tf.keras.Sequential([
    tf.keras.layers.Dense(1),
])

model.compile(\
    "sgd", "mse")
# done
print("made")
