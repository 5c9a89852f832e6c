import os

code = os.system("pip install keras")
os.system("pip install tensorflow matplotlib")
os.system("cd /tmp && pip install tensorflow")
from tensorflow import keras
# output
import os

# gpu2ipu: IPU514 this command puts another TensorFlow or Keras in the place of the SDK's wheel: take it out of the command
code = os.system("pip install keras")
# gpu2ipu: IPU514 this command puts another TensorFlow or Keras in the place of the SDK's wheel: take it out of the command
os.system("pip install tensorflow matplotlib")
# gpu2ipu: IPU514 this command puts another TensorFlow or Keras in the place of the SDK's wheel: take it out of the command
os.system("cd /tmp && pip install tensorflow")
from tensorflow import keras
