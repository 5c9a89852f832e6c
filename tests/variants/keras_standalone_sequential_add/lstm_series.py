# case: airline-passenger style: standalone keras, Sequential().add with LSTM, look_back windows, predict on train and test
# rules: IPU101 IPU102 IPU103 IPU203 IPU301 IPU603
# port: agrees
# must: sees fit 88
# must: lacks // 1
# must: prints 88 and 42
# convert an array of values into a dataset matrix
import numpy
from keras.models import Sequential
from keras.layers import Dense
from keras.layers import LSTM

def create_dataset(dataset, look_back=1):
	dataX, dataY = [], []
	for i in range(len(dataset)-look_back-1):
		dataX.append(dataset[i:(i+look_back), 0])
		dataY.append(dataset[i + look_back, 0])
	return numpy.array(dataX), numpy.array(dataY)

numpy.random.seed(7)
dataset = numpy.sin(numpy.arange(0, 13.6, 0.1)).reshape(-1, 1).astype('float32')
train, test = dataset[0:91,:], dataset[91:,:]
look_back = 2
trainX, trainY = create_dataset(train, look_back)
testX, testY = create_dataset(test, look_back)
trainX = numpy.reshape(trainX, (trainX.shape[0], 1, trainX.shape[1]))
testX = numpy.reshape(testX, (testX.shape[0], 1, testX.shape[1]))
# create and fit the LSTM network
model = Sequential()
model.add(LSTM(4, input_shape=(1, look_back)))
model.add(Dense(1))
model.compile(loss='mean_squared_error', optimizer='adam')
model.fit(trainX, trainY, epochs=1, batch_size=1, verbose=2)
# make predictions
trainPredict = model.predict(trainX)
testPredict = model.predict(testX)
print(len(trainPredict), 'and', len(testPredict))
