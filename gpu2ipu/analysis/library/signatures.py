"""The parameters of functions and methods in order, by which positional arguments are found.

Written by `tools/tables.py`. Source: `inspect.signature` in TensorFlow 2.6.5 with NumPy 1.19.5; for what is
not there, in TensorFlow 2.21.0 with NumPy 2.4.6.
"""

from __future__ import annotations

# qualified name -> its parameters, without `self`
PARAMETERS: dict[str, tuple[str, ...]] = {
    name: tuple(parameters.split())
    for name, parameters in {
        "keras.Input": "shape batch_size name dtype sparse tensor ragged type_spec",
        "keras.Model": "inputs outputs name trainable",
        "keras.Model.compile": (
            "optimizer loss metrics loss_weights weighted_metrics run_eagerly steps_per_execution "
        ),
        "keras.Model.evaluate": (
            "x y batch_size verbose sample_weight steps callbacks max_queue_size workers use_multiprocessing "
            "return_dict "
        ),
        "keras.Model.evaluate_generator": (
            "generator steps callbacks max_queue_size workers use_multiprocessing verbose "
        ),
        "keras.Model.fit": (
            "x y batch_size epochs verbose callbacks validation_split validation_data shuffle class_weight "
            "sample_weight initial_epoch steps_per_epoch validation_steps validation_batch_size "
            "validation_freq max_queue_size workers use_multiprocessing "
        ),
        "keras.Model.fit_generator": (
            "generator steps_per_epoch epochs verbose callbacks validation_data validation_steps "
            "validation_freq class_weight max_queue_size workers use_multiprocessing shuffle initial_epoch "
        ),
        "keras.Model.predict": (
            "x batch_size verbose steps callbacks max_queue_size workers use_multiprocessing "
        ),
        "keras.Model.predict_generator": (
            "generator steps callbacks max_queue_size workers use_multiprocessing verbose "
        ),
        "keras.Sequential": "layers name",
        "keras.Sequential.add": "layer",
        "keras.backend.set_value": "x value",
        "keras.callbacks.BackupAndRestore": "backup_dir save_freq delete_checkpoint save_before_preemption",
        "keras.callbacks.ModelCheckpoint": (
            "filepath monitor verbose save_best_only save_weights_only mode save_freq options "
        ),
        "keras.callbacks.TensorBoard": (
            "log_dir histogram_freq write_graph write_images write_steps_per_second update_freq "
            "profile_batch embeddings_freq embeddings_metadata "
        ),
        "keras.layers.BatchNormalization": (
            "axis momentum epsilon center scale beta_initializer gamma_initializer moving_mean_initializer "
            "moving_variance_initializer beta_regularizer gamma_regularizer beta_constraint gamma_constraint "
        ),
        "keras.layers.Dense": (
            "units activation use_bias kernel_initializer bias_initializer kernel_regularizer "
            "bias_regularizer activity_regularizer kernel_constraint bias_constraint "
        ),
        "keras.layers.GRU": (
            "units activation recurrent_activation use_bias kernel_initializer recurrent_initializer "
            "bias_initializer kernel_regularizer recurrent_regularizer bias_regularizer activity_regularizer "
            "kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout "
            "return_sequences return_state go_backwards stateful unroll time_major reset_after "
        ),
        "keras.layers.GRUCell": (
            "units activation recurrent_activation use_bias kernel_initializer recurrent_initializer "
            "bias_initializer kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint "
            "recurrent_constraint bias_constraint dropout recurrent_dropout reset_after "
        ),
        "keras.layers.InputLayer": "input_shape batch_size dtype input_tensor sparse name ragged type_spec",
        "keras.layers.LSTM": (
            "units activation recurrent_activation use_bias kernel_initializer recurrent_initializer "
            "bias_initializer unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer "
            "activity_regularizer kernel_constraint recurrent_constraint bias_constraint dropout "
            "recurrent_dropout return_sequences return_state go_backwards stateful time_major unroll "
        ),
        "keras.layers.LSTMCell": (
            "units activation recurrent_activation use_bias kernel_initializer recurrent_initializer "
            "bias_initializer unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer "
            "kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout "
        ),
        "keras.layers.TimeDistributed": "layer",
        "keras.losses.BinaryCrossentropy": "from_logits label_smoothing axis reduction name",
        "keras.losses.BinaryFocalCrossentropy": (
            "apply_class_balancing alpha gamma from_logits label_smoothing axis reduction name "
        ),
        "keras.losses.CategoricalCrossentropy": "from_logits label_smoothing axis reduction name",
        "keras.losses.CategoricalFocalCrossentropy": (
            "alpha gamma from_logits label_smoothing axis reduction name "
        ),
        "keras.losses.CategoricalHinge": "reduction name",
        "keras.losses.CosineSimilarity": "axis reduction name",
        "keras.losses.Hinge": "reduction name",
        "keras.losses.Huber": "delta reduction name",
        "keras.losses.KLDivergence": "reduction name",
        "keras.losses.LogCosh": "reduction name",
        "keras.losses.Loss": "reduction name",
        "keras.losses.MeanAbsoluteError": "reduction name",
        "keras.losses.MeanAbsolutePercentageError": "reduction name",
        "keras.losses.MeanSquaredError": "reduction name",
        "keras.losses.MeanSquaredLogarithmicError": "reduction name",
        "keras.losses.Poisson": "reduction name",
        "keras.losses.SparseCategoricalCrossentropy": "from_logits reduction name",
        "keras.losses.SquaredHinge": "reduction name",
        "keras.preprocessing.image.ImageDataGenerator.flow": (
            "x y batch_size shuffle sample_weight seed save_to_dir save_prefix save_format subset "
        ),
        "keras.preprocessing.image.ImageDataGenerator.flow_from_dataframe": (
            "dataframe directory x_col y_col weight_col target_size color_mode classes class_mode batch_size "
            "shuffle seed save_to_dir save_prefix save_format subset interpolation validate_filenames "
        ),
        "keras.preprocessing.image.ImageDataGenerator.flow_from_directory": (
            "directory target_size color_mode classes class_mode batch_size shuffle seed save_to_dir "
            "save_prefix save_format follow_links subset interpolation "
        ),
        "keras.preprocessing.image_dataset_from_directory": (
            "directory labels label_mode class_names color_mode batch_size image_size shuffle seed "
            "validation_split subset interpolation follow_links crop_to_aspect_ratio "
        ),
        "keras.preprocessing.sequence.pad_sequences": "sequences maxlen dtype padding truncating value",
        "keras.preprocessing.text_dataset_from_directory": (
            "directory labels label_mode class_names batch_size max_length shuffle seed validation_split "
            "subset follow_links "
        ),
        "keras.preprocessing.timeseries_dataset_from_array": (
            "data targets sequence_length sequence_stride sampling_rate batch_size shuffle seed start_index "
            "end_index "
        ),
        "keras.utils.image_dataset_from_directory": (
            "directory labels label_mode class_names color_mode batch_size image_size shuffle seed "
            "validation_split subset interpolation follow_links crop_to_aspect_ratio "
        ),
        "keras.utils.text_dataset_from_directory": (
            "directory labels label_mode class_names batch_size max_length shuffle seed validation_split "
            "subset follow_links "
        ),
        "keras.utils.timeseries_dataset_from_array": (
            "data targets sequence_length sequence_stride sampling_rate batch_size shuffle seed start_index "
            "end_index "
        ),
        "numpy.append": "arr values axis",
        "numpy.array": "object dtype copy order subok ndmin",
        "numpy.asanyarray": "a dtype order",
        "numpy.asarray": "a dtype order",
        "numpy.ascontiguousarray": "a dtype",
        "numpy.concatenate": "arrays axis out",
        "numpy.cumsum": "a axis dtype out",
        "numpy.empty": "shape dtype order",
        "numpy.empty_like": "prototype dtype order subok shape",
        "numpy.expand_dims": "a axis",
        "numpy.eye": "N M k dtype order",
        "numpy.frombuffer": "buffer dtype count offset",
        "numpy.fromfile": "file dtype count sep offset",
        "numpy.fromiter": "iterable dtype count",
        "numpy.fromstring": "string dtype count sep",
        "numpy.full": "shape fill_value dtype order",
        "numpy.full_like": "a fill_value dtype order subok shape",
        "numpy.genfromtxt": (
            "fname dtype comments delimiter skip_header skip_footer converters missing_values filling_values "
            "usecols names excludelist deletechars replace_space autostrip case_sensitive defaultfmt unpack "
            "usemask loose invalid_raise max_rows encoding "
        ),
        "numpy.identity": "n dtype",
        "numpy.insert": "arr obj values axis",
        "numpy.linspace": "start stop num endpoint retstep dtype axis",
        "numpy.loadtxt": (
            "fname dtype comments delimiter converters skiprows usecols unpack ndmin encoding max_rows "
        ),
        "numpy.ones": "shape dtype order",
        "numpy.ones_like": "a dtype order subok shape",
        "numpy.random.Generator.integers": "low high size dtype endpoint",
        "numpy.random.binomial": "n p size",
        "numpy.random.choice": "a size replace p",
        "numpy.random.exponential": "scale size",
        "numpy.random.lognormal": "mean sigma size",
        "numpy.random.normal": "loc scale size",
        "numpy.random.poisson": "lam size",
        "numpy.random.randint": "low high size dtype",
        "numpy.random.random": "size",
        "numpy.random.random_sample": "size",
        "numpy.random.standard_normal": "size",
        "numpy.random.uniform": "low high size",
        "numpy.repeat": "a repeats axis",
        "numpy.reshape": "a newshape order",
        "numpy.stack": "arrays axis out",
        "numpy.zeros": "shape dtype order",
        "numpy.zeros_like": "a dtype order subok shape",
        "tensorflow.TensorSpec": "shape dtype name",
        "tensorflow.argmax": "input axis output_type name",
        "tensorflow.argmin": "input axis output_type name",
        "tensorflow.cast": "x dtype name",
        "tensorflow.config.experimental.set_virtual_device_configuration": "device logical_devices",
        "tensorflow.config.get_visible_devices": "device_type",
        "tensorflow.config.list_logical_devices": "device_type",
        "tensorflow.config.list_physical_devices": "device_type",
        "tensorflow.config.run_functions_eagerly": "run_eagerly",
        "tensorflow.config.set_logical_device_configuration": "device logical_devices",
        "tensorflow.config.set_visible_devices": "devices device_type",
        "tensorflow.constant": "value dtype shape name",
        "tensorflow.convert_to_tensor": "value dtype dtype_hint name",
        "tensorflow.data.Dataset.batch": "batch_size drop_remainder num_parallel_calls deterministic",
        "tensorflow.data.Dataset.flat_map": "map_func",
        "tensorflow.data.Dataset.from_generator": (
            "generator output_types output_shapes args output_signature "
        ),
        "tensorflow.data.Dataset.group_by_window": "key_func reduce_func window_size window_size_func",
        "tensorflow.data.Dataset.interleave": (
            "map_func cycle_length block_length num_parallel_calls deterministic "
        ),
        "tensorflow.data.Dataset.map": "map_func num_parallel_calls deterministic",
        "tensorflow.data.Dataset.padded_batch": "batch_size padded_shapes padding_values drop_remainder",
        "tensorflow.data.Dataset.ragged_batch": "batch_size drop_remainder row_splits_dtype name",
        "tensorflow.data.Dataset.window": "size shift stride drop_remainder",
        "tensorflow.device": "device_name",
        "tensorflow.distribute.Strategy.run": "fn args kwargs options",
        "tensorflow.expand_dims": "input axis name",
        "tensorflow.gather": "params indices validate_indices axis batch_dims name",
        "tensorflow.io.parse_example": "serialized features example_names name",
        "tensorflow.io.parse_single_example": "serialized features example_names name",
        "tensorflow.one_hot": "indices depth on_value off_value axis dtype name",
        "tensorflow.ones": "shape dtype name",
        "tensorflow.random.normal": "shape mean stddev dtype seed name",
        "tensorflow.random.truncated_normal": "shape mean stddev dtype seed name",
        "tensorflow.random.uniform": "shape minval maxval dtype seed name",
        "tensorflow.range": "start limit delta dtype name",
        "tensorflow.reshape": "tensor shape name",
        "tensorflow.strings.to_number": "input out_type name",
        "tensorflow.zeros": "shape dtype name",
    }.items()
}
