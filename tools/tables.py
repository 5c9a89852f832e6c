"""Writes the tables of gpu2ipu that TensorFlow, its Keras and NumPy can say themselves.

    python tools/tables.py           write them
    python tools/tables.py --check   write nothing; exit 1 if a file is not what would be written

Asked are TensorFlow 2.6.5, in the Python 3.8 that $GPU2IPU_PYTHON38 names, and for what it does not have the current
TensorFlow with tf_keras, in the interpreter that runs this. What to ask for is listed here.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import black

from gpu2ipu.analysis.library import public_api

ROOT = Path(__file__).parent.parent
LIBRARY = ROOT / "gpu2ipu/analysis/library"
TF26 = ROOT / "gpu2ipu/rules/tf26/tables"
READER = Path(__file__).with_name("read_packages.py")

#: The modules of Keras whose names a star import brings; "" is Keras itself.
MODULES = (
    *("", "layers", "models", "optimizers", "metrics", "losses", "callbacks", "initializers", "regularizers"),
    *("constraints", "utils", "applications", "datasets", "activations", "preprocessing.image"),
    *("preprocessing.sequence", "preprocessing.text", "optimizers.schedules"),
)
#: What the analysis reads arguments of by position; `.*` stands for the classes of a module.
FUNCTIONS = (
    "keras.Input",
    "keras.Model",
    *(f"keras.Model.{method}" for method in ("compile", "fit", "evaluate", "predict")),
    *(f"keras.Model.{method}_generator" for method in ("fit", "evaluate", "predict")),
    "keras.Sequential",
    "keras.Sequential.add",
    *(f"keras.callbacks.{name}" for name in ("BackupAndRestore", "ModelCheckpoint", "TensorBoard")),
    *(f"keras.layers.{name}" for name in ("BatchNormalization", "Dense", "GRU", "GRUCell", "InputLayer")),
    *(f"keras.layers.{name}" for name in ("LSTM", "LSTMCell", "TimeDistributed")),
    "keras.losses.*",
    "keras.preprocessing.image.ImageDataGenerator.flow",
    "keras.backend.set_value",
    "keras.preprocessing.image.ImageDataGenerator.flow_from_dataframe",
    "keras.preprocessing.image.ImageDataGenerator.flow_from_directory",
    "keras.preprocessing.sequence.pad_sequences",
    *(
        f"keras.{module}.{function}"
        for module in ("preprocessing", "utils")
        for function in ("image_dataset_from_directory", "text_dataset_from_directory")
    ),
    *(f"keras.{module}.timeseries_dataset_from_array" for module in ("preprocessing", "utils")),
    *(f"numpy.{name}" for name in ("append", "insert", "linspace", "repeat", "reshape", "stack")),
    *(f"numpy.{name}" for name in ("array", "ascontiguousarray", "asanyarray", "asarray", "eye", "identity")),
    *(f"numpy.{name}" for name in ("empty", "empty_like", "full", "full_like", "ones", "ones_like", "zeros")),
    *(f"numpy.{name}" for name in ("concatenate", "cumsum", "expand_dims", "zeros_like")),
    *(
        f"numpy.{name}"
        for name in ("frombuffer", "fromfile", "fromiter", "fromstring", "genfromtxt", "loadtxt")
    ),
    *(f"numpy.random.{name}" for name in ("binomial", "choice", "exponential", "lognormal", "normal")),
    *(f"numpy.random.{name}" for name in ("poisson", "randint", "random", "random_sample")),
    *("numpy.random.standard_normal", "numpy.random.uniform", "numpy.random.Generator.integers"),
    *(f"tensorflow.config.{name}" for name in ("get_visible_devices", "list_logical_devices")),
    "tensorflow.config.list_physical_devices",
    "tensorflow.config.experimental.set_virtual_device_configuration",
    *(f"tensorflow.config.set_{name}" for name in ("logical_device_configuration", "visible_devices")),
    *(f"tensorflow.data.Dataset.{name}" for name in ("batch", "padded_batch", "ragged_batch", "window")),
    *(f"tensorflow.data.Dataset.{name}" for name in ("flat_map", "group_by_window", "interleave", "map")),
    *("tensorflow.data.Dataset.from_generator", "tensorflow.TensorSpec", "tensorflow.strings.to_number"),
    *(f"tensorflow.io.{name}" for name in ("parse_example", "parse_single_example")),
    *(f"tensorflow.{name}" for name in ("argmax", "argmin", "cast", "constant", "convert_to_tensor")),
    *(
        f"tensorflow.{name}"
        for name in ("device", "expand_dims", "gather", "one_hot", "ones", "range", "reshape", "zeros")
    ),
    *("tensorflow.config.run_functions_eagerly", "tensorflow.distribute.Strategy.run"),
    *(f"tensorflow.random.{name}" for name in ("normal", "truncated_normal", "uniform")),
)
_OF_TENSORS = (
    *(f"reduce_{name}" for name in ("all", "any", "euclidean_norm", "logsumexp", "max", "mean", "min")),
    *(f"reduce_{name}" for name in ("prod", "std", "sum", "variance")),
    *("argmax", "argmin", "argsort", "concat", "count_nonzero", "cumprod", "cumsum", "cumulative_logsumexp"),
    *(
        "expand_dims",
        "l2_normalize",
        "moments",
        "norm",
        "repeat",
        "reverse",
        "roll",
        "sort",
        "split",
        "stack",
    ),
    *("transpose", "unstack"),
)
#: The functions that work along an axis, as far as a module has them.
ALONG_AXES = {
    "keras.backend": (
        *(
            "all",
            "any",
            "argmax",
            "argmin",
            "concatenate",
            "cumprod",
            "cumsum",
            "expand_dims",
            "l2_normalize",
        ),
        *(
            "logsumexp",
            "max",
            "mean",
            "min",
            "permute_dimensions",
            "prod",
            "repeat",
            "reverse",
            "stack",
            "std",
        ),
        *("sum", "transpose", "var"),
    ),
    "numpy": (
        *("all", "amax", "amin", "any", "argmax", "argmin", "max", "mean", "median", "min", "prod", "ptp"),
        *("std", "sum", "var"),
    ),
    **{f"tensorflow{below}": _OF_TENSORS for below in ("", ".linalg", ".math", ".nn")},
}

#: Methods of models that are asked for their newer arguments, besides all classes and functions.
MODEL_METHODS = ("keras.Model.compile", "keras.Model.summary")
#: What no script calls by itself.
_NO_CALLEES = ("tensorflow.raw_ops.", "tensorflow.test.", "keras.models.Model")
#: Modules of Keras whose `get` takes the names of what they have.
IDENTIFIED = (
    *("activations", "constraints", "initializers", "losses", "metrics", "optimizers", "regularizers"),
)

#: Modules of the `keras` wheel that no script imports, or that `tensorflow.keras` has as well.
LEFT_OUT = (
    r"test|benchmark|_v1\b|legacy|api\b|saving|protobuf|tools|experimental|combinations|parameterized|estimator"
    r"|feature_column|distribute|premade|\.type|mixed_precision\.|applications\.|datasets\.|preprocessing\."
    r"|all_utils|_util$|object_identity|version_utils|dataset_creator|mode_keys|initializers_v2|rnn_cell_wrapper"
)


Answer = dict[str, Any]
LINE_LENGTH = 110


def asked(
    python: str, keras: int = 2, environment: Mapping[str, str] | None = None, **request: object
) -> Answer:
    """What the packages of an interpreter answer, with one of the two generations of Keras."""
    child = subprocess.run(
        [python, str(READER)],
        input=json.dumps(request),
        env={**os.environ, "TF_USE_LEGACY_KERAS": str(int(keras == 2)), **(environment or {})},
        capture_output=True,
        text=True,
        timeout=300,
    )
    if child.returncode:
        raise SystemExit(f"{python} {READER.name} failed:\n{child.stderr[-2000:]}")
    answer: Answer = json.loads(child.stdout.splitlines()[-1])
    return answer


def python38() -> str:
    """The interpreter with TensorFlow 2.6."""
    found = os.environ.get("GPU2IPU_PYTHON38", "")
    if not found:
        raise SystemExit("$GPU2IPU_PYTHON38 must name a Python 3.8 with TensorFlow 2.6.5")
    return found


def words(names: Mapping[str, str]) -> str:
    """The items of a dict of names and lists of words, wrapped where a line would be too long."""
    lines = []
    for key, text in names.items():
        line = f'        {key}: "{text}",'
        if len(line) <= LINE_LENGTH:
            lines.append(line)
            continue
        parts = [f'            "{part} "' for part in textwrap.wrap(text, 95, break_long_words=False)]
        lines += [f"        {key}: (", *parts, "        ),"]
    return "\n".join(lines)


def public_names(old: Answer) -> str:
    """The module of the names that Keras has."""
    names = {f'"{module}"': " ".join(old["modules"][module]) for module in MODULES}
    return f'''"""The public names of Keras modules, so that a star import can be resolved without importing anything.

Written by `tools/tables.py`. Source: `dir()` of the modules of tensorflow.keras in {old["source"]}.
"""

from __future__ import annotations

# module below keras -> its public names
PUBLIC_NAMES: dict[str, frozenset[str]] = {{
    module: frozenset(names.split())
    for module, names in {{
{words(names)}
    }}.items()
}}
'''


def is_listed(name: str) -> bool:
    """True if a signature is asked for by its name, or as one of the classes of a module."""
    module, _, last = name.rpartition(".")
    return name in FUNCTIONS or (f"{module}.*" in FUNCTIONS and last[:1].isupper())


def signatures(old: Answer, new: Answer) -> str:
    """The module of the parameters that functions have."""
    in_old = {name: found for name, found in old["functions"].items() if found is not None}
    known = {name: found for name, found in {**new["functions"], **in_old}.items() if is_listed(name)}
    if absent := sorted(name for name, parameters in known.items() if parameters is None):
        raise SystemExit(f"no signature of {', '.join(absent)}")
    names = {f'"{name}"': " ".join(known[name]) for name in sorted(known) if known[name]}
    return f'''"""The parameters of functions and methods in order, by which positional arguments are found.

Written by `tools/tables.py`. Source: `inspect.signature` in {old["source"]}; for what is
not there, in {new["source"]}.
"""

from __future__ import annotations

# qualified name -> its parameters, without `self`
PARAMETERS: dict[str, tuple[str, ...]] = {{
    name: tuple(parameters.split())
    for name, parameters in {{
{words(names)}
    }}.items()
}}
'''


def reductions(old: Answer) -> str:
    """The module of the functions along axes."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name, axis in old["axes"].items():
        if axis is not None:
            position, keyword, default, reduces = axis
            module, _, last = name.rpartition(".")
            default = None if default == "…" else default
            groups[f'("{module}", {position}, "{keyword}", {default}, {reduces})'].append(last)
    return f'''"""The functions that work along an axis: how they are told which, and whether their result has it.

Written by `tools/tables.py`. Source: `inspect.signature` in {old["source"]}, and a call of each.
"""

from __future__ import annotations

from typing import NamedTuple


class Axis(NamedTuple):
    """The parameter that says the axis of a function."""

    position: int
    keyword: str
    default: int | None  # None: all axes, or that it must be said
    reduces: bool  # the axis is gone from the result


# qualified name -> its axis
AXES: dict[str, Axis] = {{
    f"{{module}}.{{name}}": Axis(position, keyword, default, reduces)
    for (module, position, keyword, default, reduces), names in {{
{words({key: " ".join(sorted(names)) for key, names in groups.items()})}
    }}.items()
    for name in names.split()
}}
'''


def newer_parameters(old: Answer, new: Answer) -> str:
    """The module of the parameters that the old TensorFlow does not take, by name or by `**kwargs`."""
    known = dict(parameters_of_later_releases())
    for name, newer in known.items():
        first = public_api.find(name)
        assert first is not None
        named = {each.name for each in first.changes[0].parameters or ()}
        after = new["functions"][name] or {}  # tf_keras got some that neither Keras 2.15 nor Keras 3 has
        newer |= {each: default for each, default in after.items() if each not in {*named, *newer}}
    taken = asked(python38(), taken=known)["taken"]
    groups: dict[str, list[str]] = defaultdict(list)
    for name, found in known.items():
        groups[str({each: default for each, default in found.items() if each not in taken[name]})].append(
            name
        )
    lines = []
    for each, names in groups.items():
        parts = (f'"{part} "' for part in textwrap.wrap(" ".join(sorted(names)), 95))
        lines += [f"({' '.join(parts)}, {each})," if each != "{}" else ""]
    text = f'''"""The parameters that functions got after TensorFlow 2.6, with their defaults.

Written by `tools/tables.py`. Source: the table of `tools/api_history.py`, and tf_keras; what
{old["source"]} takes all the same was tried.
"""

from __future__ import annotations

# qualified names -> what they do not take in 2.6 -> its default
_GROUPS: tuple[tuple[str, dict[str, object]], ...] = (
{chr(10).join(lines)}
)
NEWER_PARAMETERS = {{name: parameters for names, parameters in _GROUPS for name in names.split()}}
'''
    return black.format_str(text, mode=black.Mode(line_length=LINE_LENGTH))


def parameters_of_later_releases() -> Iterator[tuple[str, dict[str, Any]]]:
    """What takes any keyword in 2.6, with the parameters of later releases and the defaults that they had first."""
    for name in sorted(public_api.names()):
        found = public_api.find(name)
        assert found is not None
        is_callee = found.kind in ("class", "function") and not name.startswith(_NO_CALLEES)
        if not found.is_in_sdk or not (is_callee or name in MODEL_METHODS):
            continue
        first, later = found.changes[0], found.changes[1:]
        if first.parameters is None or not (first.takes_all_keywords or name in MODEL_METHODS):
            continue
        old = {each.name for each in first.parameters}
        newer: dict[str, Any] = {}
        for change in later:
            for each in change.parameters or ():
                if each.name not in old:
                    newer.setdefault(each.name, _value(each.default))
        if newer:
            yield name, newer


def _value(default: str | None) -> bool | int | float | str | None:
    """A default as JSON has it."""
    try:
        value = ast.literal_eval(default or "")
    except (ValueError, SyntaxError):
        return default
    return value if isinstance(value, bool | int | float | str | None) else default


def texts_of(module: str) -> list[str]:
    """What a text may name of a module: each of its public names, as it is, in small letters and with underscores."""
    above = f"keras.{module}."
    names = [name[len(above) :] for name in public_api.names() if name.startswith(above)]
    plain = [name for name in names if "." not in name and name not in ("get", "serialize", "deserialize")]
    snakes = [re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=.)(?=[A-Z][a-z])", "_", name).lower() for name in plain]
    return sorted({*plain, *snakes, *(name.lower() for name in plain)})


def newer_identifiers(old: Answer, *newer: Answer) -> str:
    """The module of the texts that name something of Keras, and not in the old TensorFlow."""
    names = {}
    for module in IDENTIFIED:
        taken = {text for answer in newer for text in answer["identifiers"][module]}
        names[f'"{module}"'] = " ".join(sorted(taken - set(old["identifiers"][module])))
    return f'''"""Texts that stand for something of Keras, `activation="silu"`, and are unknown to TensorFlow 2.6.

Written by `tools/tables.py`. Source: the functions `get` of {old["source"]},
of tf_keras and of Keras 3.
"""

from __future__ import annotations

# module below keras -> the texts that its `get` takes since
NEWER_IDENTIFIERS: dict[str, frozenset[str]] = {{
    module: frozenset(names.split())
    for module, names in {{
{words(names)}
    }}.items()
}}
'''


def keras_wheel_names(old: Answer) -> str:
    """The module of the names that the `keras` wheel has."""
    names = {f'"{module}"': " ".join(found) for module, found in old["wheel"].items() if found}
    return f'''"""The names of the modules of the `keras` wheel, which is the implementation behind `tensorflow.keras`.

Written by `tools/tables.py`. Source: the modules of the wheel that comes with {old["source"]}.
"""

from __future__ import annotations

# module -> the functions, classes and modules of Keras that it has
WHEEL_NAMES: dict[str, frozenset[str]] = {{
    module: frozenset(names.split())
    for module, names in {{
{words(names)}
    }}.items()
}}
'''


def tables() -> dict[Path, str]:
    """The files with their text."""
    texts = {module: texts_of(module) for module in IDENTIFIED}
    old = asked(
        python38(),
        modules=MODULES,
        functions=FUNCTIONS,
        axes=ALONG_AXES,
        wheel=LEFT_OUT,
        identifiers=texts,
    )
    functions = (*FUNCTIONS, *(name for name, _ in parameters_of_later_releases()))
    new = asked(sys.executable, functions=functions, identifiers=texts)
    newest = asked(sys.executable, 3, identifiers=texts)
    return {
        LIBRARY / "keras_public_names.py": public_names(old),
        LIBRARY / "signatures.py": signatures(old, new),
        LIBRARY / "reductions.py": reductions(old),
        TF26 / "keras_wheel_names.py": keras_wheel_names(old),
        TF26 / "newer_parameters.py": newer_parameters(old, new),
        TF26 / "newer_identifiers.py": newer_identifiers(old, new, newest),
    }


def main(arguments: list[str]) -> int:
    """Write the tables, or say which are not as they would be written."""
    if arguments not in ([], ["--check"]):
        raise SystemExit(__doc__)
    differ = False
    for path, text in tables().items():
        if not arguments:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} is not what tools/tables.py writes")
            differ = True
    return int(differ)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
