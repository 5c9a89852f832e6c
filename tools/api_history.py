"""Writes which release of TensorFlow and Keras brought which public name and parameter, and the parameters of 2.6.

    python tools/api_history.py FOLDER           write the table; FOLDER keeps the environments, which are made once
    python tools/api_history.py --check          exit 1 if the table is wrong for one of the releases installed here

Each release is asked in an environment of its own (`read_packages.py`): TensorFlow 2.6.5 in the Python 3.8 that
$GPU2IPU_PYTHON38 names, 2.7 to 2.13 in new environments of that Python, later ones in those of the Python that runs
this; and each release of Keras 3 beside the last TensorFlow. FOLDER needs 20 GiB.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tables import asked, python38

from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.public_api import GONE, SDK, UNKNOWN

ROOT = Path(__file__).parent.parent
#: Releases of TensorFlow after that of the SDK; those from FIRST_KERAS_3 on bring Keras 3.
TENSORFLOW = tuple(f"2.{minor}" for minor in range(7, 22))
FIRST_KERAS_3 = "2.16"
KERAS = tuple(f"3.{minor}" for minor in range(16))
#: What a release needs besides, since what it asks for is no longer as it was.
BESIDES = {
    **dict.fromkeys(("2.7", "2.8", "2.9", "2.10"), ("protobuf<3.20", "numpy<1.24")),
    **dict.fromkeys(("2.11", "2.12", "2.13", "2.14", "2.15"), ("numpy<2",)),
}
HEAD = """\
# Public names of TensorFlow and its Keras, and since when: written by `tools/api_history.py`, read by `public_api.py`.
# Source: `inspect.signature` in {source}.
# name, kind, and each release that changed it, with its parameters: `-` where it is gone, `?` where they are unknown
"""

#: Name -> its kind and its parameters (None if they are unknown).
Api = dict[str, tuple[str, Any]]


def api_of(python: str, top: str, environment: Mapping[str, str] | None = None) -> tuple[str, Api]:
    """What the packages of an interpreter are, and their public names."""
    answer = asked(python, 3, environment, api=top)
    return answer["source"], {name: (kind, given) for name, (kind, given) in answer["api"].items()}


def inherited(names: Iterable[str]) -> set[str]:
    """Those of some names that TensorFlow 2.6 has all the same: members of a class that it has from another one."""
    return set(asked(python38(), 3, there=list(names))["there"])


def tensorflow(release: str, folder: Path) -> str:
    """The interpreter of an environment with a release of TensorFlow."""
    if release == SDK:
        return python38()
    place = folder / release
    if not (place / "done").exists():
        python = python38() if TENSORFLOW.index(release) <= TENSORFLOW.index("2.13") else sys.executable
        subprocess.run([python, "-m", "venv", "--clear", str(place)], check=True)
        wanted = [f"tensorflow-cpu~={release}.0", *BESIDES.get(release, ())]
        subprocess.run([str(place / "bin/python"), "-m", "pip", "install", "-q", *wanted], check=True)
        (place / "done").touch()
    return str(place / "bin/python")


def keras(release: str, folder: Path) -> Mapping[str, str]:
    """The environment variables with which the last TensorFlow has a release of Keras 3."""
    place = folder / f"keras-{release}"
    python = tensorflow(TENSORFLOW[-1], folder)
    if not (place / "done").exists():
        pip = [python, "-m", "pip", "install", "-q", "--no-deps", "--target", str(place)]
        # the first ones need `tree`
        subprocess.run([*pip, f"keras~={release}.0", "dm-tree", "attrs"], check=True)
        (place / "done").touch()
    return {"PYTHONPATH": str(place), "KERAS_BACKEND": "tensorflow"}


def releases(folder: Path) -> Iterator[tuple[str, str, Api]]:
    """Each release with the packages that were asked and what they have; of TensorFlow, later without its Keras."""
    for release in (SDK, *TENSORFLOW):
        source, found = api_of(tensorflow(release, folder), "tensorflow")
        has_keras_2 = release == SDK or TENSORFLOW.index(release) < TENSORFLOW.index(FIRST_KERAS_3)
        yield release, source, found if has_keras_2 else of_tensorflow(found)
    for release in KERAS:
        yield release, *api_of(tensorflow(TENSORFLOW[-1], folder), "keras", keras(release, folder))


def of_tensorflow(found: Api) -> Api:
    """Leave out the names of Keras."""
    return {name: described for name, described in found.items() if not name.startswith("keras.")}


def table(folder: Path) -> str:
    """The whole table."""
    history: dict[str, list[tuple[str, str, str]]] = {}
    sources = []
    for release, source, found in releases(folder):
        sources.append(source)
        tops = {name.partition(".")[0] for name in found}
        for name in [*history, *(name for name in found if name not in history)]:
            if name.partition(".")[0] in tops:
                kind, text = written(found.get(name))
                before = history.setdefault(name, [])
                if text != (before[-1][2] if before else GONE):
                    before.append((release, kind, text))
    for name in inherited(name for name, changes in history.items() if changes[0][0] != SDK):
        del history[name]
    gone = [name for name, changes in history.items() if changes[-1][2] == GONE]
    for name in asked(sys.executable, 3, there=gone)["there"]:  # another class above has it now
        history[name].pop()
    lines = [line(name, changes) for name, changes in sorted(history.items())]
    return HEAD.format(source=f"{sources[0]} to {sources[-1]}") + "".join(lines)


def written(described: tuple[str, Any] | None) -> tuple[str, str]:
    """The kind of a name and its parameters as text."""
    if described is None:
        return "", GONE
    kind, parameters = described
    return kind, UNKNOWN if parameters is None else f"({', '.join(parameters)})"


def line(name: str, changes: Sequence[tuple[str, str, str]]) -> str:
    """One line of the table."""
    kind = next(kind for _, kind, _ in changes if kind)
    return "\t".join([name, kind, *(f"{release} {text}" for release, _, text in changes)]) + "\n"


def at(name: str, release: str) -> str:
    """What the table says of a name in a release."""
    known = public_api.find(name)
    return GONE if known is None else known.at(release)


def wrong(python: str, top: str) -> list[str]:
    """The names of an interpreter's packages of which the table says something else, if it has their release."""
    source, found = api_of(python, top)
    found = found if top == "keras" or source.startswith(f"TensorFlow {SDK}.") else of_tensorflow(found)
    release = source.split(" ", 2)[1].rpartition(".")[0]
    if release not in (SDK, *TENSORFLOW, *KERAS):
        return []
    tops = {name.partition(".")[0] for name in found}
    told = {name: at(name, release) for name in public_api.names() if name.partition(".")[0] in tops}
    names = told.keys() | found.keys()
    names -= inherited(names - public_api.names().keys())
    names -= set(asked(python, 3, there=sorted(names - found.keys()))["there"])
    return sorted(name for name in names if told.get(name, GONE) != written(found.get(name))[1])


def main(arguments: Sequence[str]) -> int:
    """Write the table, or compare it with what is installed."""
    if len(arguments) != 1:
        raise SystemExit(__doc__)
    if arguments[0] != "--check":
        public_api.TABLE.write_text(table(Path(arguments[0]).resolve()), encoding="utf-8")
        return 0
    names = [
        *wrong(python38(), "tensorflow"),
        *wrong(sys.executable, "tensorflow"),
        *wrong(sys.executable, "keras"),
    ]
    for name in names:
        print(f"{public_api.TABLE.relative_to(ROOT)} is wrong about {name}")
    return int(bool(names))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
