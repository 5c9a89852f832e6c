from tensorflow import keras
from tensorflow.keras.models import model_from_yaml

model = keras.Sequential([keras.layers.Dense(1)])
print(model.to_yaml(), model.to_json())
copy = model_from_yaml(model.to_json())
# output
from tensorflow import keras
# gpu2ipu: IPU606 `model_from_yaml` only raises an error in TensorFlow 2.6: write the model with `to_json`, and read it with `model_from_json`
from tensorflow.keras.models import model_from_yaml

model = keras.Sequential([keras.layers.Dense(1)])
# gpu2ipu: IPU606 models of TensorFlow 2.6 have no `to_yaml`: call `to_json`
print(model.to_yaml(), model.to_json())
copy = model_from_yaml(model.to_json())
