import os
import subprocess
import sys

os.system("pip install tensorflow-gpu==2.4")
subprocess.check_call([sys.executable, "-m", "pip", "install", "-q", "keras", "tensorflow"])
if "--setup" in sys.argv:
    os.system("pip3 uninstall -y tensorflow; pip3 install tf-nightly")
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
# output
import os
import subprocess
import sys

if "--setup" in sys.argv:
    pass
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
