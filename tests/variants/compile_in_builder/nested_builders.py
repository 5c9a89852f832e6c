# case: a builder calls another builder and compiles what that returns; a function takes the builder itself
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 180
# must: prints predicted 41
import keras
import numpy as np
from keras import layers, models


def backbone(shape):
    net = models.Sequential()
    net.add(layers.Conv1D(4, 3, activation="relu", input_shape=shape))
    net.add(layers.GlobalAveragePooling1D())
    return net


def classifier(shape, rate=0.01):
    net = backbone(shape)
    net.add(layers.Dense(2, activation="softmax"))
    net.compile(
        loss=keras.losses.categorical_crossentropy,
        optimizer=keras.optimizers.Adam(rate),
        metrics=["acc"],
    )
    return net


def experiment(build, x, y, batch=30):
    net = build(x.shape[1:])
    log = net.fit(x, y, batch_size=batch, epochs=2, verbose=0)
    return net, log.history["loss"]


np.random.seed(9)
signals = np.random.rand(205, 10, 2)
classes = keras.utils.to_categorical((signals.mean(axis=(1, 2)) > 0.5).astype(int), 2)
trained, loss = experiment(classifier, signals, classes)
print("loss", loss)
print("predicted", len(trained.predict(np.random.rand(41, 10, 2))))
