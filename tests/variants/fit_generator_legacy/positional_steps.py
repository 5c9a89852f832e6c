# case: fit_generator with positional steps and epochs, a validation generator and class weights left out; generator is a method
# rules: IPU101 IPU102 IPU103 IPU205 IPU301
# port: agrees
# must: lacks fit_generator(
# must: sees fit 150
import keras
import numpy as np
from keras.layers import Dense, Flatten
from keras.models import Sequential


class Reader:
    def __init__(self, count, batch):
        self.x = np.random.rand(count, 4, 4).astype('float32')
        self.y = (self.x[:, 0, 0] > .5).astype('float32')
        self.batch = batch

    def batches(self):
        while True:
            for start in range(0, len(self.x), self.batch):
                yield self.x[start:start + self.batch], self.y[start:start + self.batch]


np.random.seed(77)
train, valid = Reader(150, 15), Reader(45, 15)
model = Sequential()
model.add(Flatten(input_shape=(4, 4)))
model.add(Dense(8, activation='relu'))
model.add(Dense(1, activation='sigmoid'))
model.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
history = model.fit_generator(train.batches(), 10, 2, verbose=0, validation_data=valid.batches(), validation_steps=3)
print('val', history.history['val_loss'])
