import horovod.torch as hvd
import torch  # and neither keras nor tensorflow

hvd.init()
