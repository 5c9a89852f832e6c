from tensorflow.keras import *
from settings import *

print(config, Function, Sequential)
# output
from tensorflow.keras import *
from settings import *

print(config, Function, Sequential)
