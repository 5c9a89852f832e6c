import keras
import keras.backend as K
from keras.datasets import mnist
from keras.optimizer_v2.gradient_descent import SGD
from tensorflow.python import ipu
from tensorflow.python.keras.datasets import cifar10

strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, keras.activations.relu)])
    assignment = keras.ipu.PipelineStage
    K.clear_session()
