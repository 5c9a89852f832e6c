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
    "automatic precision": """
        os.environ["TF_ENABLE_AUTO_MIXED_PRECISION"] = "1"
        os.environ["TF_GPU_ALLOCATOR"] = "cuda_malloc_async"
    """,
}
