import numpy as np
from tensorflow.python.ipu import horovod

def start():
    horovod.init()

start()
print(horovod.size(), horovod.allgather(np.ones(2)))
# output
import numpy as np
# gpu2ipu: IPU605 SDK 3.4 has no `ipu.horovod`: `popdist` counts the instances, `ipu.distributed` exchanges values of hosts
from tensorflow.python.ipu import horovod
import popdist

def start():
    pass

start()
# gpu2ipu: IPU605 SDK 3.4 has no `ipu.horovod.allgather`: `popdist` counts the instances, `ipu.distributed` exchanges values of hosts
print(popdist.getNumInstances(), horovod.allgather(np.ones(2)))
