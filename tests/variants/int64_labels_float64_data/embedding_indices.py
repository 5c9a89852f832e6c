# case: two int64 id columns go into embeddings, ratings are float64; validation_data has the same types
# rules: IPU101 IPU102 IPU103 IPU202 IPU204 IPU206 IPU301
# port: agrees
# must: sees fit 256
# must: prints predicted 50
import numpy as np
from tensorflow.keras.layers import Dot, Embedding, Flatten, Input
from tensorflow.keras.models import Model

np.random.seed(20)
n_users, n_movies = 15, 12
users = np.random.randint(0, n_users, 350)
movies = np.random.randint(0, n_movies, 350)
ratings = np.random.uniform(1, 5, 350)

user_in = Input(shape=(1,), name="user")
movie_in = Input(shape=(1,), name="movie")
u = Flatten()(Embedding(n_users, 3)(user_in))
m = Flatten()(Embedding(n_movies, 3)(movie_in))
model = Model([user_in, movie_in], Dot(axes=1)([u, m]))
model.compile("adam", "mean_squared_error")
model.fit([users[:300], movies[:300]], ratings[:300], batch_size=64, epochs=1, verbose=2,
          validation_data=([users[300:], movies[300:]], ratings[300:]))
print("predicted", len(model.predict([users[300:], movies[300:]])))
