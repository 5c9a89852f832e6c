from tensorflow.python import ipu

# one IPU
opts = ipu.utils.create_ipu_config(profiling=False, use_poplar_text_report=False, scheduler_selection="Clustering")
opts = ipu.utils.auto_select_ipus(opts, 2)  # two of them
opts = ipu.utils.set_convolution_options(opts, {"availableMemoryProportion": "0.3"})
opts = ipu.utils.set_convolution_options(opts, convolution_options={"partialsType": "half"})
opts = ipu.utils.set_matmul_options(opts, matmul_options=read_options(), clear_pass_type=True)
ipu.utils.set_recomputation_options(opts)
opts = ipu.utils.set_recomputation_options(opts, allow_recompute=recompute)
opts = ipu.utils.set_floating_point_behaviour_options(opts)
opts = ipu.utils.set_floating_point_behaviour_options(opts, inv=False, div0=True, esr=rounds)
opts = ipu.utils.set_floating_point_behaviour_options(opts, True, True, True, True, False)
opts = ipu.utils.set_optimization_options(
    opts, combine_matmuls=True, max_cross_replica_sum_buffer_size=64 * 1024, merge_remote_buffers=False
)
opts = ipu.utils.set_norm_options(opts, use_stable_statistics=True)
opts = ipu.utils.set_ipu_connection_type(opts, ipu.utils.DeviceConnectionType.NEVER, 2)
opts = ipu.utils.set_io_tile_options(opts, 32, True)
opts = ipu.utils.set_ipu_model_options(opts, compile_ipu_code=False)
opts = ipu.utils.set_serialization_options(opts, output_folder="out")
opts = ipu.utils.set_transfer_options(opts, use_verified_transfers=False)
ipu.utils.configure_ipu_system(opts)
# output
from tensorflow.python import ipu

# one IPU
opts = ipu.config.IPUConfig()
opts.scheduling.algorithm = ipu.config.SchedulingAlgorithm.CLUSTERING
opts.auto_select_ipus = 2  # two of them
opts.convolutions.poplar_options = {"availableMemoryProportion": "0.3"}
opts.convolutions.poplar_options.update({"partialsType": "half"})
opts.matmuls.poplar_options = read_options() or {}
opts.matmuls.clear_pass_type = True
opts.allow_recompute = True
opts.allow_recompute = recompute
opts.floating_point_behaviour.set_all = True
opts.floating_point_behaviour.inv = False
opts.floating_point_behaviour.div0 = True
opts.floating_point_behaviour.oflo = True
opts.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.from_bool(rounds)
opts.floating_point_behaviour.nanoo = True
opts.floating_point_behaviour.inv = True
opts.floating_point_behaviour.div0 = True
opts.floating_point_behaviour.oflo = True
opts.floating_point_behaviour.esr = ipu.config.StochasticRoundingBehaviour.ON
opts.floating_point_behaviour.nanoo = False
opts.optimizations.combine_matmuls = True
opts.optimizations.maximum_cross_replica_sum_buffer_size = 64 * 1024
opts.optimizations.merge_remote_buffers = ipu.config.MergeRemoteBuffersBehaviour.NO_MERGING
opts.norms.use_stable_statistics = True
opts.device_connection.type = ipu.utils.DeviceConnectionType.NEVER
opts.device_connection.version = "ipu2"
opts.io_tiles.num_io_tiles = 32
opts.io_tiles.place_ops_on_io_tiles = True
opts.ipu_model.compile_ipu_code = False
opts.serialization_output_folder = "out"
ipu.utils.configure_ipu_system(opts)
