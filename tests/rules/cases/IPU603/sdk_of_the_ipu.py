from keras.ipu import PipelineStage
from keras.ipu.extensions import SequentialLayerPipelineStageAssignment
import keras.ipu.optimizers
from tensorflow.python.ipu import utils
