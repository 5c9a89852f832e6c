# flags: --notes 13
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 4
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()


with strategy.scope():
    model = keras.applications.ResNet50(weights=None)
    assignments = model.get_pipeline_stage_assignment()
    for index, assignment in enumerate(assignments):
        assignment.pipeline_stage = index * 2 // len(assignments)
    model.set_pipeline_stage_assignment(assignments)
    model.compile("sgd", "mse")
