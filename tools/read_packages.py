"""Prints what TensorFlow, its Keras and NumPy say of themselves, as JSON: run by `tables.py` in each interpreter.

Keeps to Python 3.8, so that TensorFlow 2.6.5 can be asked as well. Reads a JSON request from stdin:
`{"modules": [...], "functions": [...], "axes": {"numpy": [...], ...}, "taken": {...}, "wheel": "...", "api": "...",
"there": [...], "identifiers": {...}}`, all by the names that gpu2ipu uses; what is not asked for may be missing.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import os
import pkgutil
import re
import sys
import types
from typing import Any, Iterator

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")

#: Where TensorFlow and Keras define the modules of their public API.
API_MODULES = (
    "tensorflow._api.v2",
    "tensorflow.experimental",
    "tensorflow.keras",
    "tensorboard.summary",
    "tf_keras.api",
    "keras.",
)
#: What is below TensorFlow and not of its public API of version 2, or there under another name as well.
NO_API = frozenset(
    f"tensorflow.{name}"
    for name in (
        *("compat", "estimator", "losses", "metrics", "optimizers", "initializers", "keras", "python"),
        *("core", "compiler", "tools", "security", "include", "lite", "tsl", "xla"),
    )
)
#: Classes of these have many methods, of which none is TensorFlow's own.
NO_MEMBERS = ("tensorflow.test.", "tensorflow.experimental.numpy.")

#: How a library calls the parameter that says along which axis a function works.
AXIS_NAMES = ("axis", "axes", "perm", "pattern")


def found(name: str) -> Any:
    """The object with a qualified name of gpu2ipu, `keras` being `tf.keras`; None where there is none."""
    top, _, below = name.partition(".")
    whole: Any = importlib.import_module("tensorflow" if top == "keras" else top)
    path = [*(["keras"] if top == "keras" else []), *below.split(".")]
    return functools.reduce(lambda owner, part: getattr(owner, part, None), filter(None, path), whole)


def parameters_of(name: str) -> dict[str, Any] | None:
    """The parameters in order with their defaults ("…" for one that is required); None where it cannot be said."""
    called = found(name)
    if called is None:
        return None
    if name == "keras.Model":  # `Model(inputs, outputs)`: its own `__init__` takes `*args`
        called = type(functional_model())
    if inspect.isclass(called):  # `__new__`, which `signature` would ask, takes `*args`, too
        called = called.__init__
    try:
        signature = inspect.signature(called)
    except (TypeError, ValueError):
        return _parameters_in_docstring(called)
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].name == "self":
        parameters = parameters[1:]
    stars = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return {each.name: _plain(each) for each in parameters if each.kind not in stars}


def api_of(top: str) -> dict[str, list[Any]]:
    """All public names of TensorFlow and its Keras, or of Keras alone: the kind of each, and its parameters."""
    if top == "keras":  # and with what Keras 3 keeps for `tf.keras`
        modules = [("keras", importlib.import_module(name)) for name in ("keras", "keras._tf_keras.keras")]
    else:
        modules = [("keras", found("keras")), ("tensorflow", found("tensorflow"))]
    named = {name: value for path, module in modules for name, value in _walked(module, path, set())}
    classes = {id(value) for value in named.values() if inspect.isclass(value)}
    answer = {}
    for name, value in named.items():
        answer[name] = [_kind(value), _written_parameters(value) if callable(value) else None]
        if inspect.isclass(value) and not hasattr(value, "DESCRIPTOR") and not name.startswith(NO_MEMBERS):
            for last, member in _own_members(value, classes):
                kind = "method" if callable(member) else "attribute"
                parameters = _written_parameters(member) if callable(member) else None
                answer[f"{name}.{last}"] = [kind, parameters]
    return answer


def _walked(module: Any, path: str, seen: Any) -> Iterator[tuple[str, Any]]:
    """The public names of a module and of those below it, each module once."""
    seen.add(id(module))
    for last in sorted(dir(module)):
        name, value = f"{path}.{last}", getattr(module, last, None)
        if last.startswith("_") or name in NO_API or value is None:
            continue
        if not isinstance(value, types.ModuleType):
            yield name, value
        elif id(value) not in seen and _is_api(value.__name__):
            yield name, value
            yield from _walked(value, name, seen)


def _is_api(module: str) -> bool:
    return module.startswith(API_MODULES) and not f"{module}.".startswith("keras.src.")


def _kind(value: Any) -> str:
    if isinstance(value, types.ModuleType):
        return "module"
    if inspect.isclass(value):
        return "class"
    return "function" if callable(value) else "value"


def _own_members(owner: Any, classes: Any) -> Iterator[tuple[str, Any]]:
    """The public methods and attributes of a class, but for those that a public class above it has."""
    above = [
        each
        for each in owner.__mro__[1:]
        if id(each) in classes or each.__module__ in sys.builtin_module_names
    ]
    for last in dir(owner):
        if not last.startswith("_") and not any(hasattr(each, last) for each in above):
            member = inspect.getattr_static(owner, last)
            if isinstance(member, (staticmethod, classmethod)):
                member = getattr(owner, last)
            yield last, member


def _written_parameters(called: Any) -> Any:
    """The parameters as a script writes them, defaults and stars included; None where it cannot be said."""
    try:
        signature = inspect.signature(called.__init__ if inspect.isclass(called) else called)
    except (TypeError, ValueError):
        return None
    words: list[str] = []
    has_star = False
    for each in signature.parameters.values():
        if each.name in ("self", "cls") and not words:
            continue
        if each.kind is each.KEYWORD_ONLY and not has_star:
            words.append("*")
        has_star |= each.kind in (each.VAR_POSITIONAL, each.KEYWORD_ONLY)
        star = "*" if each.kind is each.VAR_POSITIONAL else "**" if each.kind is each.VAR_KEYWORD else ""
        words.append(
            f"{star}{each.name}" + ("" if each.default is each.empty else f"={_short(each.default)}")
        )
    return words


def _short(default: Any) -> str:
    """A default in a word: what is no plain value has the name of what it is."""
    plain = (bool, int, float, str, type(None))
    parts = default if type(default) in (tuple, list) else [default]
    if all(type(each) in plain for each in parts):  # an enumeration of integers is none of them
        return repr(default)
    named = getattr(default, "__name__", None) or getattr(default, "name", None)
    return named if isinstance(named, str) and named.isidentifier() else type(default).__name__


def functional_model() -> Any:
    """A model of the functional kind."""
    keras = found("keras")
    symbol = keras.Input((1,))
    return keras.Model(symbol, symbol)


def _plain(parameter: inspect.Parameter) -> Any:
    """A default as JSON has it."""
    default = parameter.default
    if default is inspect.Parameter.empty:
        return "…"
    return default if isinstance(default, (bool, int, float, str, type(None))) else str(default)


def _parameters_in_docstring(called: Any) -> dict[str, Any] | None:
    """Those of a function of C, which NumPy writes into the first line of its docstring."""
    first = (called.__doc__ or "").strip().partition("\n")[0]
    match = re.fullmatch(r"[\w.]+\((.*)\)", first)
    if match is None:
        return None
    written = re.sub(r"^\(.*?\)", "arrays", match[1])  # `concatenate((a1, a2, ...), axis=0)`
    parts = [part.partition("=") for part in re.sub(r"[\[\]*/]|\(.*?\)", "", written).split(",")]
    return {name.strip(): default or "…" for name, _, default in parts if name.strip()}


def axis_of(name: str) -> tuple[int, str, Any, bool] | None:
    """Position, keyword and default of the axis of a function, and whether an axis is gone afterwards."""
    given = parameters_of(name)
    keyword = next((each for each in AXIS_NAMES if given and each in given), None)
    if given is None or keyword is None:
        return None
    return (
        list(given).index(keyword),
        keyword,
        given[keyword],
        _reduces(found(name), keyword, name.startswith("numpy")),
    )


def _reduces(called: Any, keyword: str, is_numpy: bool) -> bool:
    """True if an array of shape (1, 2, 3) becomes one of (1, 3)."""
    array = found("numpy.array" if is_numpy else "tensorflow.constant")
    for data in (array([[[1.0] * 3] * 2]), array([[[True] * 3] * 2])):
        try:
            result = called(data, **{keyword: [1] if keyword == "axes" else 1})
        except Exception:  # takes something else than one array of this type
            continue
        first = result[0] if isinstance(result, tuple) else result
        return tuple(getattr(first, "shape", ())) == (1, 3)
    return False


def takes(name: str, parameter: str, default: Any) -> bool:
    """True if a function takes an argument, or if that cannot be tried: many check `**kwargs` themselves."""
    named = parameters_of(name) or {}
    if parameter in named:
        return True
    owner, _, last = name.rpartition(".")
    called = getattr(functional_model(), last) if owner == "keras.Model" else found(name)
    signature = inspect.signature(called.__init__ if inspect.isclass(called) else called)
    if all(each.kind is not inspect.Parameter.VAR_KEYWORD for each in signature.parameters.values()):
        return False
    required: dict[str, Any] = {each: 1 for each, value in named.items() if value == "…"}
    if "shape" in named:
        required["shape"] = (1,)
    if "weights" in named and name.startswith("keras.applications."):
        required["weights"] = "nowhere"  # is refused once all arguments are there, before anything is built
    try:
        called(**required, **{parameter: default})
    except (TypeError, ValueError) as error:
        return parameter not in str(error)
    except Exception:  # wants something else than a one
        return True
    return True


def identified(module: str, texts: Any) -> list[str]:
    """The texts that a module of Keras takes for one of its classes or functions."""
    get = found(f"keras.{module}.get")
    return [text for text in texts if _is_taken(get, text)]


def _is_taken(get: Any, text: str) -> bool:
    try:
        return get(text) is not None
    except (TypeError, ValueError):
        return False
    except Exception:  # known, but not to be had by its name alone
        return True


def public_names(module: str) -> list[str]:
    """The names of a module of Keras that are not private."""
    return [name for name in dir(found(f"keras.{module}".rstrip("."))) if not name.startswith("_")]


def wheel_names(left_out: str) -> dict[str, list[str]]:
    """The names of the modules of the `keras` wheel, but of those that match a pattern.

    A file has those of its own functions and classes, a package and a module at the top whatever is of Keras.
    """
    top: Any = importlib.import_module("keras")
    paths = [each.name for each in pkgutil.walk_packages(top.__path__, "keras.", onerror=lambda _: None)]
    modules = [importlib.import_module(path) for path in ("keras", *paths) if not re.search(left_out, path)]
    return {module.__name__: list(_names_of_keras(module)) for module in modules}


def _names_of_keras(module: types.ModuleType) -> Iterator[str]:
    has_others = hasattr(module, "__path__") or module.__name__.count(".") == 1
    for name, value in sorted(vars(module).items()):
        if name.startswith("_") or name == "keras_export":
            continue
        if isinstance(value, types.ModuleType):
            if has_others and value.__name__.startswith("keras."):
                yield name
        elif callable(value) and str(getattr(value, "__module__", "")).startswith(
            "keras." if has_others else module.__name__
        ):
            yield name


def classes_of(name: str) -> list[str]:
    """The classes that `keras.losses.*` stands for; a plain name stands for itself."""
    if not name.endswith(".*"):
        return [name]
    module = found(name[:-2])
    names = (each for each in dir(module) if each[:1].isupper() and inspect.isclass(getattr(module, each)))
    return [f"{name[:-2]}.{each}" for each in names]


def main() -> None:
    """Answer the request."""
    asked = json.load(sys.stdin)
    functions = [name for pattern in asked.get("functions", ()) for name in classes_of(pattern)]
    axes = [f"{module}.{name}" for module, names in asked.get("axes", {}).items() for name in names]
    asked_arguments = asked.get("taken", {}).items()
    titles = ("Keras",) if asked.get("api") == "keras" else ("TensorFlow", "NumPy")
    packages = {title: importlib.import_module(title.lower()) for title in titles}
    answer = {
        "source": " with ".join(f"{title} {package.__version__}" for title, package in packages.items()),
        "modules": {module: public_names(module) for module in asked.get("modules", ())},
        "functions": {name: parameters_of(name) for name in functions},
        "axes": {name: axis_of(name) for name in axes},
        "taken": {
            name: [each for each, default in arguments.items() if takes(name, each, default)]
            for name, arguments in asked_arguments
        },
        "wheel": wheel_names(asked["wheel"]) if "wheel" in asked else {},
    }
    if "api" in asked:
        answer["api"] = api_of(asked["api"])
    answer["identifiers"] = {
        module: identified(module, texts) for module, texts in asked.get("identifiers", {}).items()
    }
    answer["there"] = [name for name in asked.get("there", ()) if found(name) is not None]
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
