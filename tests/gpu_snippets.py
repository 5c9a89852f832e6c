"""Code for GPUs in rarer shapes than those of `test_gpu_boilerplate.py`, which says how what is kept is marked."""

from __future__ import annotations

RARER_SNIPPETS = {
    "guards in each other": """
        if "--quiet" not in sys.argv:
            try:
                if tf.test.is_gpu_available():
                    for gpu in tf.config.list_physical_devices("GPU"):
                        if gpu.name:
                            tf.config.experimental.set_memory_growth(gpu, True)
            finally:
                print("ready")  # keep
    """,
    "finally": """
        try:
            gpus = tf.config.list_physical_devices("GPU")
            tf.config.set_visible_devices(gpus[0], "GPU")
        except IndexError:
            pass
        finally:
            seed = 5  # keep
        print(seed)  # keep
    """,
    "else of a try": """
        try:
            tf.config.experimental.set_memory_growth(tf.config.list_physical_devices("GPU")[0], True)
        except Exception as error:
            print("no growth", error)
        else:
            print("memory growth is on")
    """,
    "a walrus": """
        if gpus := tf.config.list_physical_devices("GPU"):
            for gpu in gpus:
                tf.config.experimental.set_memory_growth(gpu, True)
    """,
    "a walrus of a number": """
        if (n := len(tf.config.list_physical_devices("GPU"))) > 0:
            print(f"{n} GPUs")
    """,
    "a conditional expression": """
        os.environ["CUDA_VISIBLE_DEVICES"] = "0" if len(sys.argv) < 9 else "-1"
    """,
    "a conditional print": """
        print("GPU" if tf.config.list_physical_devices("GPU") else "CPU")
    """,
    "a name for the device": """
        device = "/GPU:0" if tf.config.list_physical_devices("GPU") else "/CPU:0"
        with tf.device(device):
            z = tf.constant(1.0)  # keep: z = tf.constant(1.0)
        print(z)  # keep
    """,
    "several items in a with line": """
        with tf.device("/GPU:0"), open(os.devnull) as file:  # keep: with open(os.devnull) as file:
            z = tf.constant(1.0)  # keep
    """,
    "several items in parentheses": """
        with (
            open(os.devnull) as file,  # keep: open(os.devnull) as file
            tf.device("/device:GPU:0"),
        ):
            z = tf.constant(1.0)  # keep
    """,
    "a body of a class": """
        class Settings:
            os.environ["CUDA_VISIBLE_DEVICES"] = "0"
    """,
    "a method": """
        class Runner:  # keep
            def __init__(self):  # keep
                self.rate = 0.1  # keep
                self._grow()

            def _grow(self):
                for gpu in tf.config.list_physical_devices("GPU"):
                    tf.config.experimental.set_memory_growth(gpu, True)


        print(Runner().rate)  # keep
    """,
    "a nested function": """
        def main():  # keep
            def grow():
                for gpu in tf.config.list_physical_devices("GPU"):
                    tf.config.experimental.set_memory_growth(gpu, True)

            grow()
            print("main")  # keep


        main()  # keep
    """,
    "an and": """
        tf.config.list_physical_devices("GPU") and print("there is a GPU")
    """,
    "semicolons behind a colon": """
        if tf.config.list_physical_devices("GPU"): print("GPU"); print("fast")
    """,
    "a branch that does more": """
        if tf.config.list_physical_devices("GPU"):
            print("GPU")
        seed = 7; os.environ["CUDA_VISIBLE_DEVICES"] = "0"; print(seed)  # keep: print(seed)
    """,
    "a main guard with more": """
        def prepare():
            os.environ["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"
            os.environ["CUDA_VISIBLE_DEVICES"] = "1"


        if __name__ == "__main__":  # keep
            prepare()
            print("starts")  # keep
    """,
    "a suppressed error": """
        import contextlib

        with contextlib.suppress(Exception):
            for gpu in tf.config.list_physical_devices("GPU"):
                tf.config.experimental.set_memory_growth(gpu, True)
    """,
    "all in one assignment": """
        os.environ["CUDA_VISIBLE_DEVICES"] = os.environ["NVIDIA_VISIBLE_DEVICES"] = "0"
    """,
    "a function that makes a session": """
        def get_session(fraction=0.3):
            options = tf.compat.v1.GPUOptions(per_process_gpu_memory_fraction=fraction)
            threads = os.environ.get("OMP_NUM_THREADS")
            if threads:
                return tf.compat.v1.Session(config=tf.compat.v1.ConfigProto(
                    gpu_options=options, intra_op_parallelism_threads=int(threads)))
            else:
                return tf.compat.v1.Session(config=tf.compat.v1.ConfigProto(gpu_options=options))


        tf.compat.v1.keras.backend.set_session(get_session())
    """,
    "the guide hides them and looks": """
        try:
            # Disable all GPUS
            tf.config.set_visible_devices([], "GPU")
            visible_devices = tf.config.get_visible_devices()
            for device in visible_devices:
                assert device.device_type != "GPU"
        except:
            # Invalid device or cannot modify virtual devices once initialized.
            pass
    """,
    "cases of a match": """
        def setup(mode):
            match mode:
                case "first":
                    os.environ["CUDA_VISIBLE_DEVICES"] = "0"
                case "both" if len(sys.argv) < 9:
                    os.environ["CUDA_VISIBLE_DEVICES"] = "0,1"
                case _:
                    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"


        setup("first")
    """,
    "memory in a callback": """
        class Report(keras.callbacks.Callback):  # keep
            def on_epoch_end(self, epoch, logs=None):  # keep
                if tf.config.list_physical_devices("GPU"):
                    used = tf.config.experimental.get_memory_info("GPU:0")["current"]
                    print("memory", used)
                    tf.config.experimental.reset_memory_stats("GPU:0")
    """,
    "tensor cores": """
        tf.config.experimental.enable_tensor_float_32_execution(False)
    """,
    "one-liners": """
        gpus = tf.config.list_physical_devices("GPU"); print("GPUs:", len(gpus)); seed = 3  # keep: seed = 3
        if gpus: tf.config.experimental.set_memory_growth(gpus[0], True); print("growth")
        for g in gpus: tf.config.experimental.set_memory_growth(g, True)
        np.random.seed(seed); tf.random.set_seed(seed)  # keep
    """,
    "a decorator": """
        def timed(function):  # keep
            def wrapper(*args):  # keep
                with tf.device("/GPU:0"):
                    return function(*args)  # keep
            return wrapper  # keep
    """,
    "devices in loops": """
        parts = []
        for i in range(2):  # keep
            with tf.device(f"/GPU:{i}"):
                parts.append(tf.ones((2, 2)) * i)  # keep
        print(tf.add_n(parts))  # keep
    """,
    "a list of devices for a strategy": """
        GPUS = [each.name for each in tf.config.list_logical_devices("GPU")]
        DEVICES = GPUS if GPUS else ["/CPU:0"]
        strategy = tf.distribute.MirroredStrategy(
            devices=DEVICES, cross_device_ops=tf.distribute.HierarchicalCopyAllReduce()
        )
        batch = 16 * strategy.num_replicas_in_sync  # keep: batch = 16 *
    """,
    "a function that gives a strategy": """
        def get_strategy():  # keep
            try:
                tpu = tf.distribute.cluster_resolver.TPUClusterResolver()
                print(f"Running on TPU {tpu.master()}")
            except ValueError:
                tpu = None

            if tpu:
                tf.config.experimental_connect_to_cluster(tpu)
                tf.tpu.experimental.initialize_tpu_system(tpu)
                strategy = tf.distribute.experimental.TPUStrategy(tpu)
            elif len(tf.config.list_physical_devices("GPU")) > 1:
                strategy = tf.distribute.MirroredStrategy()
            else:
                strategy = tf.distribute.get_strategy()
            return strategy  # keep


        strategy = get_strategy()  # keep
        print(f"REPLICAS: {strategy.num_replicas_in_sync}")  # keep: REPLICAS
    """,
    "a logger": """
        import logging

        logger = logging.getLogger(__name__)  # keep
        n = len(tf.config.list_physical_devices("GPU"))
        logger.info("Num GPUs available: %d", n)
        if not n:
            logger.warning("No GPU found. Training will be slow.")
        assert n >= 0
    """,
    "determinism of cuDNN alone": """
        os.environ["TF_CUDNN_DETERMINISTIC"] = "1"
    """,
    "automatic precision": """
        os.environ["TF_ENABLE_AUTO_MIXED_PRECISION"] = "1"
        os.environ["TF_GPU_ALLOCATOR"] = "cuda_malloc_async"
    """,
}
