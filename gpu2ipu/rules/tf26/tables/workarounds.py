"""Code that does the same in TensorFlow 2.6 as a newer name, for a script to hold; tests run it against the name."""

from __future__ import annotations

_ADAM_W = '''\
class AdamW(tf.keras.optimizers.Adam):
    """Adam whose weight decay is no part of the gradient: arXiv 1711.05101."""

    def __init__(self, learning_rate=0.001, weight_decay=0.004, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.weight_decay = weight_decay

    def _decayed(self, var):
        rate = self._decayed_lr(var.dtype.base_dtype)
        return var.assign_sub(rate * self.weight_decay * var, use_locking=self._use_locking)

    def _resource_apply_dense(self, grad, var, apply_state=None):
        with tf.control_dependencies([self._decayed(var)]):
            return super()._resource_apply_dense(grad, var, apply_state)

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        with tf.control_dependencies([self._decayed(var)]):
            return super()._resource_apply_sparse(grad, var, indices, apply_state)

    def get_config(self):
        return {**super().get_config(), "weight_decay": self.weight_decay}
'''
_IDENTITY = '''\
class Identity(tf.keras.layers.Layer):
    """A layer that passes its inputs on."""

    def call(self, inputs):
        return tf.nest.map_structure(tf.identity, inputs)
'''
_UNIT_NORMALIZATION = '''\
class UnitNormalization(tf.keras.layers.Layer):
    """A layer that scales its inputs to a length of 1 along an axis."""

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs):
        return tf.linalg.l2_normalize(inputs, axis=self.axis)

    def get_config(self):
        return {**super().get_config(), "axis": self.axis}
'''
_FOCAL_LOSS = '''\
class BinaryFocalCrossentropy(tf.keras.losses.Loss):
    """Cross-entropy that counts what is easy to classify less: arXiv 1708.02002."""

    def __init__(self, gamma=2.0, from_logits=False, label_smoothing=0.0, name="binary_focal_crossentropy"):
        super().__init__(name=name)
        self.gamma, self.from_logits, self.label_smoothing = gamma, from_logits, label_smoothing

    def call(self, y_true, y_pred):
        y_pred = tf.sigmoid(y_pred) if self.from_logits else y_pred
        y_true = tf.cast(y_true, y_pred.dtype) * (1 - self.label_smoothing) + 0.5 * self.label_smoothing
        right = y_true * y_pred + (1 - y_true) * (1 - y_pred)
        losses = tf.keras.backend.binary_crossentropy(y_true, y_pred)
        return tf.reduce_mean((1 - right) ** self.gamma * losses, axis=-1)
'''

#: Qualified name -> code that needs TensorFlow as `tf`.
WORKAROUNDS = {
    "keras.layers.Identity": _IDENTITY,
    "keras.layers.UnitNormalization": _UNIT_NORMALIZATION,
    "keras.losses.BinaryFocalCrossentropy": _FOCAL_LOSS,
    "keras.optimizers.AdamW": _ADAM_W,
}
