# flags: --inspect hidden
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu


def train(model, callbacks=None, **options):
    x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
    model.fit(x, y, callbacks=callbacks)
    model.fit(x, y, 32, 1, 2, None)
    model.fit(x, y, **{"callbacks": callbacks})


train(tf.keras.Sequential([tf.keras.layers.Dense(1, name="hidden")]))
# output
import numpy as np
import tensorflow as tf
from tensorflow.python import ipu


def inspect_layers(*names):
    """Return a callback that prints, each epoch, the outputs of layers and the gradients of their weights."""

    def send(state, key, tensors):
        graphs = [getattr(getattr(each, "graph", None), "name", "scratch_graph") for each in tensors.values()]
        queue = state["queues"][key]
        if state["trains"] and graphs and "scratch_graph" not in graphs[0] and not queue.enqueued:
            queue.enqueue(tensors)

    def inspect(state, layer, optimizer):
        call, of_weights = layer.call, layer.name + " gradient"

        def call_and_send(*args, **kwargs):
            outputs = call(*args, **kwargs)
            flat = tf.nest.flatten(outputs)
            names = [f"{layer.name} {number}" for number in range(len(flat))] if flat[1:] else [layer.name]
            send(state, layer.name, dict(zip(names, flat)))
            return outputs

        def send_gradients(pairs):
            weights, pairs = {id(weight) for weight in layer.trainable_weights}, list(pairs)
            own = [(gradient, weight.name) for gradient, weight in pairs if id(weight) in weights]
            known = [(name, tf.convert_to_tensor(each)) for each, name in own if each is not None]
            send(state, of_weights, {f"{name} gradient": tensor for name, tensor in known})
            return pairs

        for key in (layer.name, of_weights):
            state["queues"][key] = ipu.ipu_outfeed_queue.IPUOutfeedQueue()
        layer.call = call_and_send
        optimizer.gradient_transformers.append(send_gradients)

    class LayerInspection(tf.keras.callbacks.Callback):
        def set_model(self, model):
            super().set_model(model)
            self.state = vars(model).get("inspection")
            if self.state is not None:
                return
            self.state = vars(model)["inspection"] = {"trains": False, "queues": {}}
            others = (tf.keras.layers.InputLayer, tf.keras.metrics.Metric)
            found = [each for each in (*model.layers, *model.submodules) if isinstance(each, tf.keras.layers.Layer)]
            layers = {each.name: each for each in found if not isinstance(each, others)}
            optimizer = getattr(model.optimizer, "inner_optimizer", model.optimizer)
            for name in names:
                if name not in layers:
                    raise ValueError(f"the model has no layer {name}; its layers are {', '.join(layers)}")
                with model.distribute_strategy.scope():
                    inspect(self.state, layers[name], optimizer)

        def on_train_begin(self, logs=None):
            self.state["trains"] = True

        def on_train_end(self, logs=None):
            self.state["trains"] = False

        def on_test_begin(self, logs=None):
            self.state["trains"] = False

        def on_test_end(self, logs=None):
            self.state["trains"] = True

        def on_epoch_end(self, epoch, logs=None):
            queues = [queue for queue in self.state["queues"].values() if queue.enqueued]
            for key, values in (item for queue in queues for item in queue.dequeue().items()):
                values = np.asarray(values, "float32")
                known = values[np.isfinite(values)]
                of_all = ("mean", "std", "min", "max") if known.size else ()
                numbers = [f"{part} {getattr(known, part)():.5g}" for part in of_all]
                numbers += [f"NaN {np.isnan(values).sum()}", f"inf {np.isinf(values).sum()}"]
                print(f"epoch {epoch + 1} {key}:", *numbers)

    return LayerInspection()


def train(model, callbacks=None, **options):
    x, y = np.zeros((64, 4), "float32"), np.zeros((64, 1), "float32")
    model.fit(x, y, callbacks=[*tf.nest.flatten(callbacks or []), inspect_layers("hidden")])
    model.fit(x, y, 32, 1, 2, [inspect_layers("hidden")])
    model.fit(x, y, **{"callbacks": [*tf.nest.flatten(callbacks or []), inspect_layers("hidden")]})


train(tf.keras.Sequential([tf.keras.layers.Dense(1, name="hidden")]))
