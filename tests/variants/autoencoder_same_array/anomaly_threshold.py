# case: anomaly detection: the autoencoder predicts the same normal rows it was trained on, a threshold comes from all of them
# rules: IPU101 IPU102 IPU103 IPU202 IPU203 IPU204 IPU301
# port: agrees
# must: sees fit 320
# must: prints 325 normal errors
# must: prints 41 odd errors
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, losses
from tensorflow.keras.models import Model

tf.random.set_seed(17)
rng = np.random.RandomState(17)

t = np.linspace(0, 3, 28)
normal_data = np.sin(t + rng.rand(325, 1)).astype(np.float32)
anomalous_data = np.sign(np.sin(t + rng.rand(41, 1))).astype(np.float32)


class AnomalyDetector(Model):
  def __init__(self):
    super(AnomalyDetector, self).__init__()
    self.encoder = tf.keras.Sequential([
      layers.Dense(16, activation="relu"),
      layers.Dense(4, activation="relu")])
    self.decoder = tf.keras.Sequential([
      layers.Dense(16, activation="relu"),
      layers.Dense(28, activation="tanh")])

  def call(self, x):
    encoded = self.encoder(x)
    decoded = self.decoder(encoded)
    return decoded


autoencoder = AnomalyDetector()
autoencoder.compile(optimizer='adam', loss='mae')

history = autoencoder.fit(normal_data, normal_data,
          epochs=2,
          batch_size=64,
          validation_data=(anomalous_data, anomalous_data),
          shuffle=True, verbose=0)

reconstructions = autoencoder.predict(normal_data)
train_loss = losses.mae(reconstructions, normal_data).numpy()
threshold = np.mean(train_loss) + np.std(train_loss)
print("Threshold: ", threshold)
print(len(train_loss), "normal errors")

reconstructions = autoencoder.predict(anomalous_data)
test_loss = losses.mae(reconstructions, anomalous_data).numpy()
print(len(test_loss), "odd errors, found", int((test_loss > threshold).sum()))
