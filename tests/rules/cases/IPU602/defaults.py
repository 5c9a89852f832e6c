from tensorflow import keras
from tensorflow.keras.optimizers import Adam

optimizer = Adam(1e-3, weight_decay=None, use_ema=False, ema_momentum=0.99, jit_compile=True)
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=None)
stop = keras.callbacks.EarlyStopping("loss", patience=2, start_from_epoch=0)
model = keras.models.load_model("model.h5", safe_mode=False)
model.summary(expand_nested=False)
# output
from tensorflow import keras
from tensorflow.keras.optimizers import Adam

optimizer = Adam(1e-3)
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
stop = keras.callbacks.EarlyStopping("loss", patience=2)
model = keras.models.load_model("model.h5")
model.summary()
