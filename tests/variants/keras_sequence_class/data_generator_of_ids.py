# case: the DataGenerator that people copy: list_IDs, np.empty batches, a private method that makes them, floor of a quotient
# rules: IPU101 IPU102 IPU103 IPU205 IPU301 IPU603
# port: agrees
# must: sees fit 96
# must: contains def __data_generation(self, list_IDs_temp):
import numpy as np
import keras
from keras.layers import Dense
from keras.models import Sequential


class DataGenerator(keras.utils.Sequence):
    'Generates data for Keras'
    def __init__(self, list_IDs, labels, batch_size=32, dim=(8,), n_classes=3, shuffle=True):
        'Initialization'
        self.dim = dim
        self.batch_size = batch_size
        self.labels = labels
        self.list_IDs = list_IDs
        self.n_classes = n_classes
        self.shuffle = shuffle
        self.on_epoch_end()

    def __len__(self):
        'Denotes the number of batches per epoch'
        return int(np.floor(len(self.list_IDs) / self.batch_size))

    def __getitem__(self, index):
        'Generate one batch of data'
        indexes = self.indexes[index*self.batch_size:(index+1)*self.batch_size]
        list_IDs_temp = [self.list_IDs[k] for k in indexes]
        X, y = self.__data_generation(list_IDs_temp)
        return X, y

    def on_epoch_end(self):
        'Updates indexes after each epoch'
        self.indexes = np.arange(len(self.list_IDs))
        if self.shuffle == True:
            np.random.RandomState(7).shuffle(self.indexes)

    def __data_generation(self, list_IDs_temp):
        'Generates data containing batch_size samples'
        X = np.empty((self.batch_size, *self.dim))
        y = np.empty((self.batch_size), dtype=int)
        for i, ID in enumerate(list_IDs_temp):
            X[i,] = np.full(self.dim, ID / 100.)
            y[i] = self.labels[ID]
        return X, keras.utils.to_categorical(y, num_classes=self.n_classes)


params = {'dim': (8,), 'batch_size': 16, 'n_classes': 3, 'shuffle': True}
labels = {i: i % 3 for i in range(150)}
training_generator = DataGenerator(list(range(100)), labels, **params)
validation_generator = DataGenerator(list(range(100, 150)), labels, **params)

model = Sequential()
model.add(Dense(10, activation='relu', input_shape=(8,)))
model.add(Dense(3, activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit_generator(generator=training_generator, validation_data=validation_generator, epochs=1)
