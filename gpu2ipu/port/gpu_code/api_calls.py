"""Calls that are about GPUs: what asks for them and what sets them up.

So are those that are about TPUs, once no strategy of the script needs one any more.

Sources: the pages of `tf.config`, `tf.test`, `numba.cuda` and of TensorFlow's GPU guide; on a machine with IPUs
the lists are empty.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.script import FileOfScript
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.library_objects import TfDistributeStrategy

_CONFIG = ("tensorflow.config.", "tensorflow.config.experimental.", "tensorflow.compat.v1.config.")
_TEST = ("tensorflow.test.", "tensorflow.compat.v1.test.")
# Ask whether there is a GPU, whatever their arguments.
LOCAL_DEVICES = "tensorflow.python.client.device_lib.list_local_devices"
_QUERIES = {
    *(m + name for m in _TEST for name in ("is_gpu_available", "gpu_device_name", "is_built_with_cuda")),
    *(m + name for m in _TEST for name in ("is_built_with_gpu_support", "is_built_with_rocm")),
    LOCAL_DEVICES,
    "keras.backend.tensorflow_backend._get_available_gpus",
    *("numba.cuda." + name for name in ("is_available", "detect", "get_current_device")),
}
_VISIBLE = "get_visible_devices"
# Ask for devices of the type in their first argument.
_LISTS = {
    m + name
    for m in _CONFIG
    for name in (
        "list_physical_devices",
        "list_logical_devices",
        _VISIBLE,
    )
}
# Set a GPU up; some have a `device_type`, which may say that another type of device is meant.
_SETTINGS = {
    m + name
    for m in _CONFIG
    for name in ("set_memory_growth", "set_visible_devices", "enable_tensor_float_32_execution")
}
_SETTINGS |= {"numba.cuda.select_device", "numba.cuda.close"}  # what frees a GPU's memory
# Set up the device in their first argument.
_DEVICE_SETTINGS = {
    m + name
    for m in _CONFIG
    for name in (
        "set_logical_device_configuration",
        "set_virtual_device_configuration",
    )
}
# Ask for the memory of the device in their first argument, or set its records back; a ValueError without that device.
_OF_MEMORY = {
    f"tensorflow.config.experimental.{name}"
    for name in ("get_memory_info", "get_memory_usage", "reset_memory_stats")
}
_TPU_RESOLVER = "tensorflow.distribute.cluster_resolver.TPUClusterResolver"
_TPU_QUERIES = {_TPU_RESOLVER, f"{_TPU_RESOLVER}.connect"}
_TPU_SETTINGS = {
    *(
        "tensorflow.config." + name
        for name in ("experimental_connect_to_cluster", "experimental_connect_to_host")
    ),
    *("tensorflow.tpu.experimental." + name for name in ("initialize_tpu_system", "shutdown_tpu_system")),
}
# Calls without effect, or on what GPUs count.
_PURE = (
    "popdist.",
    "tensorflow.config.",
    "tensorflow.test.",
    "tensorflow.compat.v1.config.",
    "numba.cuda.",
    "os.environ.get",
)
_PURE_BUILTINS = {
    "abs",
    "all",
    "any",
    "bool",
    "dict",
    "enumerate",
    "float",
    "format",
    "getattr",
    "hasattr",
    "int",
    "isinstance",
    "len",
    "list",
    "map",
    "max",
    "min",
    "print",
    "range",
    "repr",
    "round",
    "set",
    "sorted",
    "str",
    "sum",
    "tuple",
    "type",
    "zip",
}
_TEXT_METHODS = ("format", "join", "startswith", "endswith", "split", "strip", "lower", "upper")
_PURE_METHODS = (
    *_TEXT_METHODS,
    "items",
    "keys",
    "values",
    "reset",
    "master",
    "cluster_spec",
    "as_dict",
    "num_accelerators",
)
_PRINTS = ("builtins.print", "logging.", "absl.logging.", "tensorflow.get_logger", "warnings.warn")
_LOGGERS = ("info", "warning", "warn", "debug", "error")


def _argument(facts: Facts, node: ast.Call, parameter: str) -> ast.expr | None:
    """What a function of `tf.config` is given, wherever its module is."""
    last = facts.qualified[node].rpartition(".")[2]
    function = next((module + last for module in _CONFIG if module + last in PARAMETERS), "")
    return facts.argument(node, function, parameter)


def uses_keras(facts: Facts) -> bool:
    """Return whether a script, or its program, has to do with Keras; in others code for GPUs is not our business."""
    script = facts.script
    if isinstance(script, FileOfScript) and script.program is not None:
        facts = facts_of(script.program)
    return bool(facts.constructions or facts.unseen_calls)


def is_query(facts: Facts, node: ast.AST) -> bool:
    """True if a call asks for GPUs, or for TPUs that no strategy needs."""
    if not isinstance(node, ast.Call):
        return False
    name = facts.qualified.get(node, "")
    if name in _LISTS:
        given = _argument(facts, node, "device_type")
        if given is None:  # the guide looks whether those that it has hidden are gone
            return name.endswith(_VISIBLE)
        device = facts.value(given).constant
        return device == "GPU" or (device == "TPU" and not _trains_on_tpus(facts))
    return name in _QUERIES or _is_of_memory(facts, node) or is_tpu_query(facts, node)


def _is_of_memory(facts: Facts, node: ast.Call) -> bool:
    if facts.qualified.get(node, "") not in _OF_MEMORY:
        return False
    return "GPU" in str(facts.value(argument(node, 0, "device")).constant).upper()


def is_tpu_query(facts: Facts, node: ast.AST) -> bool:
    """True if a call looks for a TPU that no strategy needs."""
    found = isinstance(node, ast.Call) and facts.qualified.get(node, "") in _TPU_QUERIES
    return found and not _trains_on_tpus(facts)


def is_tpu_call(facts: Facts, node: ast.AST) -> bool:
    """True if a call looks for a TPU or sets one up."""
    if not isinstance(node, ast.Call):
        return False
    name = facts.qualified.get(node, "")
    lists = name in _LISTS and facts.value(_argument(facts, node, "device_type")).constant == "TPU"
    return lists or name in _TPU_QUERIES or name in _TPU_SETTINGS


def _trains_on_tpus(facts: Facts) -> bool:
    """True if a strategy of the script is one for TPUs."""
    values = facts.everywhere.values.values()
    return any(isinstance(value, TfDistributeStrategy) and "TPU" in value.name for value in values)


def is_setting(facts: Facts, node: ast.AST) -> bool:
    """True if a call sets up a GPU, as far as it says a type of device; else see `set_device`."""
    if not isinstance(node, ast.Call):
        return False
    name = facts.qualified.get(node, "")
    if name in _TPU_SETTINGS:
        return not _trains_on_tpus(facts)
    if name not in _SETTINGS:
        return _is_of_memory(facts, node)
    given = _argument(facts, node, "device_type")
    return given is None or facts.value(given).constant == "GPU"


def is_pure_talk(
    facts: Facts,
    node: ast.expr,
    is_known: Callable[[ast.Call], bool] = lambda _: False,
    may_bind: bool = False,
) -> bool:
    """True if an expression only reads, asks for devices and makes text of it.

    `is_known` says of further calls that they do nothing else; `may_bind`, that `:=` is no objection.
    """
    effects = (ast.Await, ast.Yield, ast.YieldFrom) + (() if may_bind else (ast.NamedExpr,))
    for inner in ast.walk(node):
        if isinstance(inner, effects):
            return False
        if isinstance(inner, ast.Call):
            name = facts.qualified.get(inner, "")
            method = inner.func.attr if isinstance(inner.func, ast.Attribute) else ""
            known = name.startswith(_PURE) or name.removeprefix("builtins.") in _PURE_BUILTINS
            known = known or is_query(facts, inner) or name in _TPU_SETTINGS or method in _PURE_METHODS
            if not known and not _looks_up(method, inner) and not is_known(inner):
                return False
    return True


def _looks_up(method: str, call: ast.Call) -> bool:
    """True if a call is `settings.get("section", "key")`, of a dict or a `ConfigParser`."""
    return method == "get" and bool(call.args) and all(isinstance(each, ast.Constant) for each in call.args)


def prints(facts: Facts, node: ast.Call) -> bool:
    """True if a call prints or logs something."""
    is_logged = isinstance(node.func, ast.Attribute) and node.func.attr in _LOGGERS
    return is_logged or facts.qualified.get(node, "").startswith(_PRINTS)


def set_device(facts: Facts, node: ast.AST) -> ast.expr | None:
    """Return the device that a call sets up without saying its type, or that it resets."""
    if isinstance(node, ast.Call) and facts.qualified.get(node, "") in _DEVICE_SETTINGS:
        return _argument(facts, node, "device")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "reset":
        return node.func.value
    return None
