import umap
from hdbscan import HDBSCAN
from imblearn.over_sampling import SMOTE
from tensorflow import keras

(x_train, y_train), _ = keras.datasets.mnist.load_data()
rows = x_train.reshape(len(x_train), -1)
reducer = umap.UMAP()
reducer.fit(rows)
HDBSCAN().fit(rows)
SMOTE().fit(rows, y_train)
model = keras.models.load_model("model.h5")
