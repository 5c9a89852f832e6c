import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Attention, MultiHeadAttention


class Block(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.attention = MultiHeadAttention(2, 4)
        self.dense = keras.layers.Dense(4)

    def call(self, x, causal=False):
        x = self.attention(x, x, use_causal_mask=True)
        return self.dense(x, use_causal_mask=True)


inputs = keras.Input((8, 16))
x = MultiHeadAttention(2, 4)(inputs, inputs, use_causal_mask=False, key_mask=None)
x = Attention()([x, x], use_causal_mask=True)
attention = MultiHeadAttention(2, 4)
y = attention(x, x, attention_mask=None, return_attention_scores=False, training=False)
model = keras.Model(inputs, Block()(x))
# output
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Attention, MultiHeadAttention


class Block(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.attention = MultiHeadAttention(2, 4)
        self.dense = keras.layers.Dense(4)

    def call(self, x, causal=False):
        # gpu2ipu: IPU602 `self.attention` has no `use_causal_mask` in TensorFlow 2.6: pass a lower triangular `attention_mask` to `MultiHeadAttention`, which ignores masks of Keras in 2.6, or `causal=True` to the constructor of the other attentions
        x = self.attention(x, x, use_causal_mask=True)
        return self.dense(x, use_causal_mask=True)


inputs = keras.Input((8, 16))
x = MultiHeadAttention(2, 4)(inputs, inputs)
# gpu2ipu: IPU602 `Attention()` has no `use_causal_mask` in TensorFlow 2.6: pass a lower triangular `attention_mask` to `MultiHeadAttention`, which ignores masks of Keras in 2.6, or `causal=True` to the constructor of the other attentions
x = Attention()([x, x], use_causal_mask=True)
attention = MultiHeadAttention(2, 4)
y = attention(x, x, attention_mask=None, return_attention_scores=False, training=False)
model = keras.Model(inputs, Block()(x))
