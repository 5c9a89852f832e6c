"""Rules about data, steps and replicas: keras/ipu/extensions/data_adapter.py and extensions_base.py of the SDK."""

from __future__ import annotations

from typing import Any

from . import Machine, breaks


@breaks("ValueError", "which is not compatible with the IPU's requirement to know the data shape")
def a_generator(machine: Machine, broken: bool) -> Any:
    tf = machine.tf

    def batches() -> Any:
        while True:
            yield machine.x, machine.y

    signature = (tf.TensorSpec((8, 3), tf.float32), tf.TensorSpec((8, 1), tf.float32))
    data = batches() if broken else tf.data.Dataset.from_generator(batches, output_signature=signature)
    return machine.fit(machine.model(), data, steps_per_epoch=2)


@breaks("ValueError", "Please wrap your iterator inside a generator")
def an_iterator(machine: Machine, broken: bool) -> Any:
    batch = (machine.x, machine.y)
    data = iter([batch]) if broken else machine.tf.data.Dataset.from_tensors(batch)
    return machine.fit(machine.model(), data, steps_per_epoch=1)


@breaks("ValueError", "has a partial batch, which could result in data being dropped")
def a_partial_batch(machine: Machine, broken: bool) -> Any:
    return machine.model().predict(machine.x, batch_size=3 if broken else 4, verbose=0)


@breaks("ValueError", "is not fully defined. Executing on IPU requires all dataset elements")
def open_shapes(machine: Machine, broken: bool) -> Any:
    return machine.fit(machine.model(), machine.rows(9, drop_remainder=not broken))


@breaks("ValueError", "When providing an infinite dataset, you must specify the number of steps to run", True)
def no_end(machine: Machine, broken: bool) -> Any:
    return machine.fit(machine.model(), machine.rows().repeat(), steps_per_epoch=None if broken else 6)


@breaks("ValueError", "Could not infer the size of the data. You must specify the number of steps to run")
def no_known_size(machine: Machine, broken: bool) -> Any:
    data = machine.rows().filter(lambda x, y: True)
    return machine.fit(machine.model(), data, steps_per_epoch=None if broken else 4)


@breaks("ValueError", "Your input does not have enough data")
def too_little(machine: Machine, broken: bool) -> Any:
    return machine.fit(machine.model(), machine.rows(), epochs=2, steps_per_epoch=3 if broken else 2)


@breaks("ValueError", "items, but all 4 replicas are requested to run")
def more_replicas_than_batches(machine: Machine, broken: bool) -> Any:
    return machine.fit(machine.model(4), machine.rows(6 if broken else 8))


@breaks("ValueError", "`steps_per_execution` (3) must be a divisor of the number of batches (4)")
def an_execution_that_does_not_divide(machine: Machine, broken: bool) -> Any:
    # 5 are more than there is, and are clamped
    return machine.fit(machine.model(steps_per_execution=3 if broken else 5), machine.rows())


@breaks("RuntimeError", "is not divisible by `gradient_accumulation_steps_per_replica` (2)")
def an_update_over_executions(machine: Machine, broken: bool) -> Any:
    model = machine.model(steps_per_execution=1 if broken else 4)
    model.set_gradient_accumulation_options(2)
    return machine.fit(model, machine.rows())


@breaks("RuntimeError", "`steps_per_execution` value (set to 6) is not divisible by")
def an_update_over_clamped_executions(machine: Machine, broken: bool) -> Any:
    # 6 of 8 steps are asked for, of which 4 fit; then of 4
    model = machine.model(steps_per_execution=6 if broken else 8)
    model.set_gradient_accumulation_options(4)
    return machine.fit(model, machine.rows())


@breaks("FailedPreconditionError", "Unsupported datatype int64 on index 1 of feed operation")
def wide_labels(machine: Machine, broken: bool) -> Any:
    labels = machine.np.zeros(8, "int64" if broken else "int32")
    model = machine.model(loss=machine.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return machine.fit(model, machine.x, labels)


@breaks("InvalidArgumentError", "Detected an input tensor to an outfeed queue with a dimension of size 0")
def empty_results(machine: Machine, broken: bool) -> Any:
    with machine.strategy().scope():
        inputs = machine.keras.Input((3,))
        model = machine.keras.Model(inputs, inputs[:, 3:] if broken else inputs[:, 2:])
        model.compile()
    return model.predict(machine.x, batch_size=2, verbose=0)


@breaks("DeviceAborted", "Infeed dataset iterator out of range")
def running_dry(machine: Machine, broken: bool) -> Any:
    data = machine.rows().filter(lambda x, y: True)
    return machine.fit(machine.model(steps_per_execution=2), data, steps_per_epoch=6 if broken else 4)


# In SDK 3.4 the check of rule 12 comes before that of rule 37, and finds this too.
@breaks("ValueError", "The provided dataset contains 0 items")
def nothing(machine: Machine, broken: bool) -> Any:
    return machine.model().evaluate(machine.rows().take(0 if broken else 1), verbose=0)


@breaks("ValueError", "to be a dict with keys from 0", stock=True)
def weights_of_other_classes(machine: Machine, broken: bool) -> Any:
    labels = machine.np.zeros(8, "int32")
    model = machine.model(loss=machine.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return machine.fit(model, machine.x, labels, class_weight={1 if broken else 0: 2.0})


@breaks("ValueError", "`y` argument is not supported when using", stock=True)
def labels_beside_a_dataset(machine: Machine, broken: bool) -> Any:
    return machine.fit(machine.model(), machine.rows(), **({"y": machine.y} if broken else {}))
