"""Classes that can be subscripted since Python 3.9 (PEP 585; NumPy 1.22), and what `typing` calls them."""

from __future__ import annotations

_ABSTRACT = (
    "AsyncGenerator AsyncIterable AsyncIterator Awaitable Callable Collection Container Coroutine Generator ItemsView "
    "Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Reversible Sequence "
    "ValuesView"
)

# qualified name -> its name in `typing`; None: it has none
GENERIC: dict[str, str | None] = {
    **{f"builtins.{name}": name.title() for name in ("list", "dict", "tuple", "set", "type")},
    "builtins.frozenset": "FrozenSet",
    **{f"collections.{name}": name for name in ("ChainMap", "Counter", "OrderedDict")},
    "collections.defaultdict": "DefaultDict",
    "collections.deque": "Deque",
    **{f"collections.abc.{name}": name for name in _ABSTRACT.split()},
    "collections.abc.Set": "AbstractSet",
    "contextlib.AbstractContextManager": "ContextManager",
    "numpy.dtype": None,
    "numpy.ndarray": None,
    "os.PathLike": None,
    "queue.Queue": None,
    "re.Match": "Match",
    "re.Pattern": "Pattern",
}
