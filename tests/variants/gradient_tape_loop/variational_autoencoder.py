# case: the autoencoder of the tutorial: a model class with methods of its own, a loss that training and validation share
# rules: IPU101 IPU102 IPU103 IPU201 IPU305
# port: agrees
# must: contains strategy.run(train_step, args=(model, train_x, optimizer))
# must: contains loss(strategy.run(run_model, args=(test_x,)))
# must: contains return compute_loss(model, test_x)
# must: prints Epoch: 2, Test set ELBO
# must: sees loop 192
import time
import numpy as np
import tensorflow as tf

train_images = (np.random.RandomState(0).rand(100, 8, 8, 1) > .5).astype('float32')
test_images = (np.random.RandomState(1).rand(40, 8, 8, 1) > .5).astype('float32')
train_dataset = (tf.data.Dataset.from_tensor_slices(train_images).shuffle(100, seed=1).batch(32))
test_dataset = (tf.data.Dataset.from_tensor_slices(test_images).shuffle(40, seed=2).batch(32))


class CVAE(tf.keras.Model):
    """Convolutional variational autoencoder."""

    def __init__(self, latent_dim):
        super(CVAE, self).__init__()
        self.latent_dim = latent_dim
        self.encoder = tf.keras.Sequential([
            tf.keras.layers.InputLayer(input_shape=(8, 8, 1)),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dense(latent_dim + latent_dim),
        ])
        self.decoder = tf.keras.Sequential([
            tf.keras.layers.InputLayer(input_shape=(latent_dim,)),
            tf.keras.layers.Dense(64),
            tf.keras.layers.Reshape((8, 8, 1)),
        ])

    @tf.function
    def sample(self, eps=None):
        if eps is None:
            eps = tf.random.normal(shape=(100, self.latent_dim))
        return self.decode(eps, apply_sigmoid=True)

    def encode(self, x):
        mean, logvar = tf.split(self.encoder(x), num_or_size_splits=2, axis=1)
        return mean, logvar

    def reparameterize(self, mean, logvar):
        return mean + tf.exp(logvar * .5)

    def decode(self, z, apply_sigmoid=False):
        logits = self.decoder(z)
        if apply_sigmoid:
            probs = tf.sigmoid(logits)
            return probs
        return logits


optimizer = tf.keras.optimizers.Adam(1e-3)


def compute_loss(model, x):
    mean, logvar = model.encode(x)
    z = model.reparameterize(mean, logvar)
    x_logit = model.decode(z)
    cross_ent = tf.nn.sigmoid_cross_entropy_with_logits(logits=x_logit, labels=x)
    return tf.reduce_mean(tf.reduce_sum(cross_ent, axis=[1, 2, 3]))


@tf.function
def train_step(model, x, optimizer):
    """Executes one training step and returns the loss."""
    with tf.GradientTape() as tape:
        loss = compute_loss(model, x)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


epochs = 2
model = CVAE(2)
random_vector_for_generation = tf.random.normal(shape=[4, 2])


def generate_and_save_images(model, epoch, test_sample):
    mean, logvar = model.encode(test_sample)
    z = model.reparameterize(mean, logvar)
    predictions = model.sample(z)
    print(predictions.shape)


for test_batch in test_dataset.take(1):
    test_sample = test_batch[0:4, :, :, :]
generate_and_save_images(model, 0, test_sample)
for epoch in range(1, epochs + 1):
    start_time = time.time()
    for train_x in train_dataset:
        train_step(model, train_x, optimizer)
    end_time = time.time()

    loss = tf.keras.metrics.Mean()
    for test_x in test_dataset:
        loss(compute_loss(model, test_x))
    elbo = -loss.result()
    print('Epoch: {}, Test set ELBO: {}'.format(epoch, elbo))
    generate_and_save_images(model, epoch, test_sample)
