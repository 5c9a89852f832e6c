from keras.models import Sequential
from keras.layers import Dense


class Net:
    @staticmethod
    def build(width, depth):
        model = Sequential()
        model.add(Dense(20, input_shape=(depth, width)))
        return model

    @staticmethod
    def build_other(width, depth):
        model = Sequential()
        model.add(Dense(20, input_shape=(depth, width)))
        return model


model = Net.build(width=4, depth=4)
# output
from keras.models import Sequential
from keras.layers import Dense
from tensorflow.python import ipu


strategy = ipu.ipu_strategy.IPUStrategy()


class Net:
    @staticmethod
    def build(width, depth):
        model = Sequential()
        model.add(Dense(20, input_shape=(depth, width)))
        return model

    @staticmethod
    def build_other(width, depth):
        model = Sequential()
        model.add(Dense(20, input_shape=(depth, width)))
        return model


with strategy.scope():
    model = Net.build(width=4, depth=4)
