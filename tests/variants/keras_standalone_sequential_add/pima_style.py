# case: the diabetes tutorial: data through numpy.loadtxt, positional compile, validation_split, scores printed with metrics_names
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU301 IPU603
# port: agrees
# must: sees fit 130
# must: sees evaluate 200
# must: prints accuracy
from io import StringIO
from keras.models import Sequential
from keras.layers import Dense, Activation
import numpy
# fix random seed for reproducibility
seed = 7
numpy.random.seed(seed)
lines = "\n".join(",".join("%.2f" % v for v in numpy.random.rand(8)) + ",%d" % (i % 2) for i in range(200))
dataset = numpy.loadtxt(StringIO(lines), delimiter=",")
# split into input (X) and output (Y) variables
X = dataset[:,0:8]
Y = dataset[:,8]
model = Sequential()
model.add(Dense(12, input_dim=8, kernel_initializer='uniform'))
model.add(Activation('relu'))
model.add(Dense(1, kernel_initializer='uniform', activation='sigmoid'))
model.compile('adam', 'binary_crossentropy', metrics=['accuracy'])
model.fit(X, Y, validation_split=0.33, epochs=1, batch_size=10)
scores = model.evaluate(X, Y)
print("\n%s: %.2f%%" % (model.metrics_names[1], scores[1]*100))
