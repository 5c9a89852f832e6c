# case: standalone keras, the generator is an attribute of a class and its flow a local; steps are named in fit
# rules: IPU101 IPU102 IPU103 IPU205 IPU301 IPU603
# port: agrees
# must: sees fit 120
# must: contains rotation_range=10
import numpy as np
from keras.layers import Dense, Flatten
from keras.models import Sequential
from keras.preprocessing.image import ImageDataGenerator


class Classifier(object):
    BATCH = 24

    def __init__(self):
        self.augment = ImageDataGenerator(rotation_range=10)
        self.model = Sequential()
        self.model.add(Flatten(input_shape=(6, 6, 3)))
        self.model.add(Dense(1, activation='sigmoid'))
        self.model.compile(loss='binary_crossentropy', optimizer='sgd', metrics=['accuracy'])

    def train(self, x, y):
        flow = self.augment.flow(x, y, batch_size=self.BATCH, seed=5)
        self.model.fit(flow, steps_per_epoch=flow.n // flow.batch_size, epochs=1, verbose=2)


np.random.seed(31)
x = np.random.rand(133, 6, 6, 3)
classifier = Classifier()
classifier.train(x, (x[:, 0, 0, 0] > 0.5).astype('float32'))
