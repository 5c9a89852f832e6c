# case: the model is made at module level between function definitions that use it without global
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU301
# port: agrees
# must: sees fit 160
# must: sees evaluate 44
# must: prints sample [
import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Dropout

np.random.seed(16)
trainX = np.random.rand(170, 7)
trainY = trainX.std(axis=1)
testX = np.random.rand(44, 7)
testY = testX.std(axis=1)


def run_training(n=1):
    for i in range(n):
        model.fit(trainX, trainY, epochs=1, batch_size=16, verbose=0)
        print(i, model.evaluate(testX, testY, verbose=0, batch_size=11))


model = Sequential()
model.add(Dense(14, input_dim=7, activation='relu'))
model.add(Dropout(0.1))
model.add(Dense(1))
model.compile(loss='mean_squared_error', optimizer='adam')


def sample(i):
    return model.predict(testX[i:i+1])[0]


if __name__ == '__main__':
    run_training(2)
    print('sample', sample(3))
