from tensorflow.python import ipu


def configuration(count):
    return ipu.utils.auto_select_ipus(ipu.utils.create_ipu_config(disable_graph_outlining=True), num_ipus=count)


class Device:
    def __init__(self):
        self.config = ipu.utils.select_ipus(ipu.utils.create_ipu_config(), [0])
        other = ipu.utils.set_gcl_options(self.config, {"useSynclessCollectives": "true"})


config = ipu.utils.auto_select_ipus(ipu.utils.create_ipu_config(), 1)
ipu.utils.configure_ipu_system(ipu.utils.set_recomputation_options(config))
ipu.utils.configure_ipu_system(ipu.utils.auto_select_ipus(ipu.utils.create_ipu_config(), 1))
# output
from tensorflow.python import ipu


def configuration(count):
    ipu_config = ipu.config.IPUConfig()
    ipu_config.optimizations.enable_graph_outlining = False
    ipu_config.auto_select_ipus = count
    return ipu_config


class Device:
    def __init__(self):
        self.config = ipu.config.IPUConfig()
        self.config.select_ipus = [0]
        self.config.gcl_poplar_options = {"useSynclessCollectives": "true"}
        other = self.config


config = ipu.config.IPUConfig()
config.auto_select_ipus = 1
config.allow_recompute = True
ipu.utils.configure_ipu_system(config)
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu.utils.configure_ipu_system(ipu_config)
