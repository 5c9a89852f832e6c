from tensorflow.python import ipu
from tensorflow.python.ipu.utils import create_ipu_config

config = create_ipu_config(**settings)
configs = [ipu.utils.auto_select_ipus(config, 1)]
config = ipu.utils.set_transfer_options(config, use_verified_transfers=True)
setter = ipu.utils.set_matmul_options
# output
from tensorflow.python import ipu
# gpu2ipu: IPU605 `create_ipu_config` was removed in SDK 2.4: set the attributes of an `ipu.config.IPUConfig` instead
from tensorflow.python.ipu.utils import create_ipu_config

# gpu2ipu: IPU605 `create_ipu_config` was removed in SDK 2.4: set the attributes of an `ipu.config.IPUConfig` instead
config = create_ipu_config(**settings)
# gpu2ipu: IPU605 `auto_select_ipus` was removed in SDK 2.4: set the attributes of an `ipu.config.IPUConfig` instead
configs = [ipu.utils.auto_select_ipus(config, 1)]
# gpu2ipu: IPU605 `set_transfer_options` was removed in SDK 2.4: set the attributes of an `ipu.config.IPUConfig` instead
config = ipu.utils.set_transfer_options(config, use_verified_transfers=True)
# gpu2ipu: IPU605 `ipu.utils.set_matmul_options` was removed in SDK 2.4: set the attributes of an `ipu.config.IPUConfig` instead
setter = ipu.utils.set_matmul_options
