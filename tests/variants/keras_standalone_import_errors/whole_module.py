# case: import keras as a whole, names read through it: keras.optimizers.Adam, keras.utils.to_categorical, keras.layers.merge
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301 IPU603
# port: agrees
# must: sees fit 120
# must: prints 33 rows
# must: contains from tensorflow import keras
import keras
import numpy as np

rs = np.random.RandomState(12)
words, numbers = rs.rand(128, 6), rs.rand(128, 2)
answer = keras.utils.to_categorical(rs.randint(0, 3, 128), num_classes=3)

a = keras.layers.Input(shape=(6,))
b = keras.layers.Input(shape=(2,))
merged = keras.layers.concatenate([keras.layers.Dense(5, activation="relu")(a), b])
out = keras.layers.Dense(3, activation="softmax")(merged)
model = keras.models.Model(inputs=[a, b], outputs=out)
model.compile(optimizer=keras.optimizers.Adam(lr=0.01), loss="categorical_crossentropy", metrics=["accuracy"])
model.fit([words, numbers], answer, batch_size=24, epochs=1, verbose=0)
print(len(model.predict([words[:33], numbers[:33]])), "rows")
