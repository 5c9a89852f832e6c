"""What an instance of a Model subclass that was made in a scope has in addition."""

from __future__ import annotations

from keras.engine import training

from .extensions_base import KerasExtensionBase


class ModelExtension(KerasExtensionBase):
    """Mixed into models that are neither Sequential nor Functional."""

    def _validate_call_function(self) -> None:
        if not self._overridden("call", training.Model):
            raise NotImplementedError(
                f"The function `call` for the model {self.name} has not been implemented. "
                "When subclassing the `Model` class you must implement a `call` method."
            )
