"""What of Python's library came after Python 3.8, the version of the SDK.

Source: "What's New In Python" 3.9 to 3.13, https://docs.python.org/3/whatsnew/. TensorFlow 2.6
needs NumPy 1.19.
"""

from __future__ import annotations

# version -> module -> names
_BROUGHT: dict[str, dict[str, str]] = {
    "NumPy 1.20": {"numpy": "typing"},
    "Python 3.9": {
        "argparse": "BooleanOptionalAction",
        "ast": "unparse",
        "asyncio": "to_thread",
        "functools": "cache",
        "importlib.resources": "files as_file",
        "math": "lcm nextafter ulp",
        "random": "randbytes",
        "typing": "Annotated",
    },
    "Python 3.10": {
        "builtins": "aiter anext",
        "contextlib": "aclosing",
        "inspect": "get_annotations",
        "itertools": "pairwise",
        "statistics": "correlation covariance linear_regression",
        "sys": "stdlib_module_names orig_argv",
        "types": "EllipsisType NoneType NotImplementedType UnionType",
        "typing": "Concatenate ParamSpec TypeAlias TypeGuard is_typeddict",
    },
    "Python 3.11": {
        "asyncio": "Runner TaskGroup timeout",
        "builtins": "BaseExceptionGroup ExceptionGroup",
        "contextlib": "chdir",
        "datetime": "UTC",
        "enum": "ReprEnum StrEnum",
        "hashlib": "file_digest",
        "logging": "getLevelNamesMapping",
        "math": "cbrt exp2",
        "operator": "call",
        "typing": "LiteralString Never NotRequired Required Self TypeVarTuple Unpack assert_never assert_type "
        "dataclass_transform reveal_type",
    },
    "Python 3.12": {
        "itertools": "batched",
        "math": "sumprod",
        "random": "binomialvariate",
        "typing": "TypeAliasType override",
    },
}
_MODULES = {
    "graphlib": "Python 3.9",
    "tomllib": "Python 3.11",
    "zoneinfo": "Python 3.9",
}

# qualified name -> the version that brought it
NEWER_LIBRARY: dict[str, str] = {
    **_MODULES,
    **{
        f"{module}.{name}": version
        for version, modules in _BROUGHT.items()
        for module, names in modules.items()
        for name in names.split()
    },
}
TOPS = frozenset(name.partition(".")[0] for name in NEWER_LIBRARY)

# what to write instead, for a person
INSTEAD = {
    "argparse.BooleanOptionalAction": '`action="store_true"`',
    "contextlib.chdir": "`os.chdir`, and back again",
    "datetime.UTC": "`datetime.timezone.utc`",
    "enum.StrEnum": "a class of `str` and `enum.Enum`",
    "importlib.resources.files": "`importlib.resources.path`",
    "itertools.batched": "slices of a list",
    "itertools.pairwise": "`zip(items, items[1:])` of a list",
    "math.cbrt": "`x ** (1 / 3)`",
    "math.exp2": "`2.0 ** x`",
    "math.lcm": "`a * b // math.gcd(a, b)`",
    "numpy.typing": "import it under `if typing.TYPE_CHECKING:` only",
    "random.randbytes": "`random.getrandbits`",
    "tomllib": "the package `tomli`",
    "types.NoneType": "`type(None)`",
    "zoneinfo": "the package `backports.zoneinfo`",
}

# `functools.cache` is `functools.lru_cache` of any size.
CACHE, LRU_CACHE, UNBOUNDED = "functools.cache", "functools.lru_cache", "(maxsize=None)"

# What `typing_extensions` has in the version that comes with TensorFlow 2.6.
IN_TYPING_EXTENSIONS = frozenset(
    f"typing.{name}" for name in ("Annotated", "Concatenate", "ParamSpec", "TypeAlias", "TypeGuard")
)

# methods that nothing but Python's own classes has -> the version
NEWER_METHODS = {
    "bit_count": "Python 3.10",
    "hardlink_to": "Python 3.10",
    "is_relative_to": "Python 3.9",
    "removeprefix": "Python 3.9",
    "removesuffix": "Python 3.9",
    "with_stem": "Python 3.9",
}

# called -> argument -> version, and the values that may be left out (None: all)
NEWER_KEYWORDS: dict[str, dict[str, tuple[str, tuple[object, ...] | None]]] = {
    "argparse.ArgumentParser": {"exit_on_error": ("Python 3.9", (True,))},
    "bisect.bisect": {"key": ("Python 3.10", (None,))},
    "bisect.bisect_left": {"key": ("Python 3.10", (None,))},
    "bisect.bisect_right": {"key": ("Python 3.10", (None,))},
    "builtins.zip": {"strict": ("Python 3.10", None)},
    "dataclasses.dataclass": {
        "kw_only": ("Python 3.10", (False,)),
        "match_args": ("Python 3.10", None),
        "slots": ("Python 3.10", None),
        "weakref_slot": ("Python 3.11", None),
    },
    "dataclasses.field": {"kw_only": ("Python 3.10", (False,))},
    "glob.glob": {"include_hidden": ("Python 3.11", (False,)), "root_dir": ("Python 3.10", (None,))},
    "logging.basicConfig": {
        "encoding": ("Python 3.9", (None,)),
        "errors": ("Python 3.9", (None, "backslashreplace")),
    },
    "random.sample": {"counts": ("Python 3.9", (None,))},
    "tempfile.TemporaryDirectory": {"ignore_cleanup_errors": ("Python 3.10", None)},
}

# words in a script whose annotations somebody may read while it runs
READERS = (
    *(
        "__annotations__",
        "get_annotations",
        "get_type_hints",
        "singledispatch",
        "ExtensionType",
        "pydantic",
        "typer",
    ),
    *(
        "fastapi",
        "beartype",
        "typeguard",
        "HfArgumentParser",
        "simple_parsing",
        "jsonargparse",
        "tyro",
        "dacite",
    ),
    *("cattr", "hydra", "inspect.signature"),
)
