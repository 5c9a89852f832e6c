import os
import subprocess

os.system("pip install tensorflow-datasets tensorflow_hub keras-tuner")
subprocess.run(["pip", "list"])
print("pip install tensorflow")
from tensorflow import keras
