from tensorflow.python.ipu import ipu_compiler, utils
from tensorflow.python.ipu.utils import create_ipu_config, set_compilation_options
from tensorflow.python.ipu.utils import auto_select_ipus, configure_ipu_system

config = create_ipu_config(profiling=True, profile_execution=True)
config = set_compilation_options(config, {"debug.instrument": "true"})
config = auto_select_ipus(config, 1)
config = utils.set_pooling_options(config, options)
configure_ipu_system(config)
# output
from tensorflow.python.ipu import ipu_compiler, utils
from tensorflow.python.ipu.utils import configure_ipu_system
from tensorflow.python import ipu

config = ipu.config.IPUConfig()
config.compilation_poplar_options = {"debug.instrument": "true"}
config.auto_select_ipus = 1
config.pooling.poplar_options = options or {}
configure_ipu_system(config)
