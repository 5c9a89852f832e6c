from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=8)
    model.set_gradient_accumulation_options(8, "MEAN")
    model.set_gradient_accumulation_options(8, gradient_accumulation_reduction_method="running_mean")
    model.set_gradient_accumulation_options(8, experimental_normalize_gradients=True)
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=1)
    model.set_pipelining_options(pipeline_schedule=ipu.ops.pipelining_ops.PipelineSchedule.Grouped)
    method = ipu.gradient_accumulation.GradientAccumulationReductionMethod.MEAN
    model.set_pipelining_options(8, None, None, method)
    options = {"gradient_accumulation_reduction_method": "mean"}
    model.set_pipelining_options(8, **options)
