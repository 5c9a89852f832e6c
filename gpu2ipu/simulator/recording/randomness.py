"""Seeds, and random numbers that do not depend on the structure of the graph.

An operation such as dropout has a generator of its own, seeded by its position in the graph: another loop around the
step, or another operation before it, changes the masks. A `tf.random.Generator`, which layers that augment images have,
draws other numbers where it was created under a strategy. While original and port are compared, both are stateless
functions of the seed and of

 * inside layers: the layer, the call of `fit`, and a counter that increases with each use;
 * inside `Dataset.map`: the map, and a number that each element gets in each epoch, so that neither prefetching nor
   parallel calls change the result.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import random
import sys
import weakref
from typing import Any, Callable, Iterator

import numpy as np
import tensorflow as tf
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.ops import gen_random_ops
from tensorflow.python.ops.resource_variable_ops import ResourceVariable
from tensorflow.python.saved_model import save as saved_model_save

from ..compiler.handles import leave_on_host
from ..keras2 import installed
from .wrapping import builds_graph

# Call number n of fit, evaluate or predict starts its counters at n times this.
_CALL_STRIDE = 2**32

# The distance between the seeds of layers in runs with consecutive seeds.
_SEED_STRIDE = 100003

# The offset of the seeds of maps, so that they differ from those of layers.
_MAPS = 2**40

# The numbers of elements are shuffled in each epoch, with a buffer of this size.
_WINDOW = 1024


def seed_everything(seed: int) -> None:
    """Seed Python, numpy and TensorFlow, before the script."""
    random.seed(seed)
    np.random.seed(seed)
    tf.random.set_seed(seed)
    for backend in installed.copies("backend"):
        if hasattr(backend, "_SEED_GENERATOR"):
            backend._SEED_GENERATOR.generator = _SeedsOfWeights()


class _SeedsOfWeights:
    """Draws the seeds of weights as newer versions of Keras do, but leaves the numbers of `random` to the script.

    Keras 2.6 draws none, nor does a newer one after `keras.utils.set_random_seed`, which a port writes otherwise.
    """

    def __init__(self) -> None:
        self._own = random.Random()
        self._state: Any = None

    def randint(self, low: int, high: int) -> int:
        """Return what `random.randint` would return."""
        state = random.getstate()
        if state != self._state:
            self._state = state
            self._own.setstate(state)
        return self._own.randint(low, high)


class StatelessRandomness:
    """Makes the random operations of layers and of dataset functions independent of the graph around them."""

    def __init__(self, seed: int, device_draws: Callable[[Any], None] | None = None) -> None:
        """Change nothing in TensorFlow before `install`.

        `device_draws` is for models on a device, whose steps cannot have our counters: their layers keep the stock
        operations, and it is called once with each layer that draws random numbers.
        """
        self._seed = seed
        self._device_draws = device_draws
        # layer -> (its number in the order of first use, a counter for training and one for inference)
        self._layers: Any = weakref.WeakKeyDictionary()
        self._numbers = itertools.count()  # not those of the layers that are left: some may have been freed
        self._start = 0
        self._maps = 0
        # the traced dataset functions, innermost last; None stands for code that keeps the stock operations
        self._tracing: list[_ElementNumber | None] = []

    def install(self) -> None:
        """Wrap the random operations, `Dataset.map`, and the code that traces functions with the stock operations."""
        for name, stateless in _STATELESS.items():
            setattr(gen_random_ops, name, self._operation(getattr(gen_random_ops, name), stateless))
        generator: Any = tf.random.Generator
        generator._prepare_key_counter = self._state_of_draw(generator._prepare_key_counter)
        # Functions of datasets run in parallel, and a SavedModel must not refer to our counters.
        self._keep_stock_during(_element_function_class(), "__init__")
        self._keep_stock_during(saved_model_save, "save_and_return_nodes")
        self._wrap_map()

    def start_call(self, number: int) -> None:
        """Set seeds and counters at the start of a call of fit, evaluate or predict."""
        tf.random.set_seed(self._seed + 1 + number)
        self._start = number * _CALL_STRIDE
        for _, counters in self._layers.values():
            for counter in counters.values():
                counter.assign(self._start)

    def drawing_layers(self) -> list[str]:
        """Return the names of the layers that have drawn in training since the start of the call."""
        drawn = ((layer, counters.get(True)) for layer, (_, counters) in self._layers.items())
        return [
            layer.name for layer, count in drawn if count is not None and int(count.numpy()) > self._start
        ]

    def _operation(self, stock: Callable[..., Any], stateless: Callable[..., Any]) -> Callable[..., Any]:
        """Return a random operation that is stateless in layers and dataset functions, and the stock one elsewhere."""

        def operation(*args: Any, **kwargs: Any) -> Any:
            seed = self._seed_here()
            return stock(*args, **kwargs) if seed is None else stateless(seed, *args, **kwargs)

        return operation

    def _state_of_draw(self, stock: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap the method of a generator that returns key and counter of what it draws next."""

        def _prepare_key_counter(generator: Any, shape: Any) -> Any:
            seed = self._seed_here()
            if seed is None:
                return stock(generator, shape)
            key, count = tf.bitcast(seed[:1], tf.uint64), tf.bitcast(seed[1:], tf.uint64)
            # The low half of Philox's counter is that of the numbers of one draw; ThreeFry's is half as long.
            is_short = int(generator.algorithm) == tf.random.Algorithm.THREEFRY.value
            return key, count if is_short else tf.concat([tf.zeros_like(count), count], 0)

        return _prepare_key_counter

    def _seed_here(self) -> Any:
        """Return the seed of a random operation in a layer or a dataset function, None where the stock one stays."""
        if self._tracing:
            element = self._tracing[-1]
            return None if element is None else element.next_seed()
        if builds_graph():
            return None
        found = (utilities.call_context() for utilities in installed.copies("engine.base_layer_utils"))
        context = next((each for each in found if each.in_call), None)
        if context is None or context.layer is None or _is_no_run(context):
            return None
        if self._device_draws is not None:
            if context.layer not in self._layers:
                self._layers[context.layer] = (next(self._numbers), {})
                self._device_draws(context.layer)
            return None
        # A step that finds no more data must not increase the counter: it fails before it has its inputs.
        with tf.control_dependencies(_tensors(context.inputs)):
            return self._layer_seed(context.layer, context.training not in (None, False))

    def _layer_seed(self, layer: Any, training: bool) -> Any:
        if layer not in self._layers:
            self._layers[layer] = (next(self._numbers), {})
        number, counters = self._layers[layer]
        if training not in counters:
            with tf.init_scope():
                counters[training] = ResourceVariable(self._start, trainable=False, dtype=tf.int64)
                leave_on_host(counters[training])
        count = counters[training].read_value()
        counters[training].assign_add(1, read_value=False)
        return tf.stack([tf.constant(self._seed * _SEED_STRIDE + number * 2 + training, tf.int64), count])

    def _keep_stock_during(self, owner: Any, name: str) -> None:
        stock = getattr(owner, name)

        @functools.wraps(stock)
        def traced(*args: Any, **kwargs: Any) -> Any:
            with self._while_tracing(self._tracing[-1] if self._tracing else None):
                return stock(*args, **kwargs)

        setattr(owner, name, traced)

    @contextlib.contextmanager
    def _while_tracing(self, element: _ElementNumber | None) -> Iterator[None]:
        self._tracing.append(element)
        try:
            yield
        finally:
            self._tracing.pop()

    def _wrap_map(self) -> None:
        stock = tf.data.Dataset.map

        @functools.wraps(stock)
        def mapped(dataset: Any, map_func: Any, *args: Any, **kwargs: Any) -> Any:
            result = stock(dataset, map_func, *args, **kwargs)
            if installed.is_in_library(sys._getframe(1)) or not tf.executing_eagerly() or not _draws(result):
                return result
            self._maps += 1
            numbers = tf.data.Dataset.range(_MAPS).shuffle(_WINDOW, seed=self._seed + self._maps)
            element = _ElementNumber(map_func, self._seed * _SEED_STRIDE + _MAPS * self._maps)
            with self._while_tracing(element):
                return stock(tf.data.Dataset.zip((numbers, dataset)), element.call, *args, **kwargs)

        tf.data.Dataset.map = mapped


class _ElementNumber:
    """The function of a `Dataset.map`, whose random operations are seeded by the number of the element."""

    def __init__(self, function: Callable[..., Any], seed: int) -> None:
        """`seed` differs for each map of a script."""
        self._function = function
        self._seed = seed
        self._number: Any = None
        self._uses = 0

    def call(self, number: Any, element: Any) -> Any:
        """Apply the function to an element; tuples are unpacked, as by `Dataset.map`."""
        self._number = number
        return self._function(*element) if type(element) is tuple else self._function(element)

    def next_seed(self) -> Any:
        """Create the seed of the next random operation in the function."""
        self._uses += 1
        return tf.stack([tf.constant(self._seed + self._uses, tf.int64), self._number])


def _draws(dataset: Any) -> bool:
    """Return whether the function of a mapped dataset, or one that it calls, has a random operation."""
    graph = dataset._map_func.function.graph.as_graph_def()
    nodes = [graph.node, *(function.node_def for function in graph.library.function)]
    return any(node.op in _OPERATIONS for part in nodes for node in part)


def _tensors(inputs: Any) -> list[Any]:
    return [leaf for leaf in tf.nest.flatten(inputs) if isinstance(leaf, tf.Tensor)]


def _is_no_run(context: Any) -> bool:
    """Return whether a layer is creating its weights in eager mode, or is called with symbolic inputs.

    Weights follow the seeds of the script; and only a port traces a model that is built from a shape.
    """
    symbolic = any(hasattr(leaf, "_keras_history") for leaf in tf.nest.flatten(context.inputs))
    return bool(tf.executing_eagerly()) and (symbolic or not context.layer.built)


def _element_function_class() -> Any:
    """Return the class that traces a function over elements of a dataset; it moved after TensorFlow 2.6."""
    if hasattr(dataset_ops, "StructuredFunctionWrapper"):
        return dataset_ops.StructuredFunctionWrapper
    from tensorflow.python.data.ops import structured_function

    return structured_function.StructuredFunctionWrapper


def _uniform(key: Any, shape: Any, dtype: Any, **_: Any) -> Any:
    return tf.random.stateless_uniform(shape, key, dtype=dtype)


def _normal(key: Any, shape: Any, dtype: Any, **_: Any) -> Any:
    return tf.random.stateless_normal(shape, key, dtype=dtype)


def _truncated_normal(key: Any, shape: Any, dtype: Any, **_: Any) -> Any:
    return tf.random.stateless_truncated_normal(shape, key, dtype=dtype)


def _uniform_int(key: Any, shape: Any, minval: Any, maxval: Any, **_: Any) -> Any:
    return tf.random.stateless_uniform(shape, key, minval, maxval, dtype=minval.dtype)


# Name of an operation in gen_random_ops -> its stateless counterpart.
_STATELESS: dict[str, Callable[..., Any]] = {
    "random_uniform": _uniform,
    "random_uniform_int": _uniform_int,
    "random_standard_normal": _normal,
    "truncated_normal": _truncated_normal,
}

# The operations of _STATELESS by their types in a graph.
# The last one is that of generators.
_OPERATIONS = (
    "RandomUniform",
    "RandomUniformInt",
    "RandomStandardNormal",
    "TruncatedNormal",
    "RngReadAndSkip",
)
