from sklearn.linear_model import LogisticRegression
from tensorflow.keras.datasets import mnist

(x, y), _ = mnist.load_data()
regression = LogisticRegression()
regression.fit(x.reshape(60000, 784), y)
