"""IPython magics: what in a notebook's cell is not Python, masked by Python in its place, and back.

Two kinds. What only IPython understands (`%matplotlib inline`, `!pip install`, `model?`) becomes a string: a
statement, so that a `try` around it keeps a body, over as many lines as it has. What IPython runs as Python
(`%time model.fit(x)`) loses its prefix and gets a comment: rules must see the call. IPython's syntax:
https://ipython.readthedocs.io/en/stable/interactive/reference.html#special-syntax
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence

from gpu2ipu.analysis.syntax.script import CELL_SIGN, REPLACES, REPLACES_TOO
from gpu2ipu.errors import InternalError
from gpu2ipu.records import record
from gpu2ipu.source import lines

# Cell magics whose cell is Python in the notebook's own namespace; all others are left out.
_PYTHON_CELLS = ("capture", "debug", "memit", "mprun", "prun", "snakeviz", "time", "timeit", "wandb")
# Line magics whose argument is Python, after options such as `-n 10`.
_PYTHON_LINES = ("lprun", "memit", "mprun", "prun", "snakeviz", "time", "timeit")

# The mask of what only IPython understands.
MASK = rf'"{CELL_SIGN} magic (\d+) ---(?: {REPLACES_TOO}| {REPLACES})?"'
_OPAQUE = re.compile(rf'{MASK}(?: \\\r?\n"\'\'")*(?:\.split\(\))?')
_COMMENT = "  # fmt: skip (notebook magic {})"
_PREFIXED = re.compile(
    r"^(?P<indent>[ \t]*)(?P<code>(?:[^\r\n]*\\\r?\n)*[^\r\n]*?)"
    r"  # fmt: skip \(notebook magic (?P<number>\d+)\)",
    re.MULTILINE,
)

# The shell's command that installs packages, or removes them, and those of which the SDK has wheels of its own.
_INSTALL = re.compile(
    r"\s*(?:sudo\s+)?(?:\S*python[\d.]*\s+-m\s+)?(?:pip[\d.]*|conda|mamba)\s+(?:un)?install\s+(?P<what>.*)",
    re.DOTALL,
)
_OF_THE_SDK = frozenset(
    (
        *(f"tensorflow{below}" for below in ("", "-gpu", "-cpu", "-intel", "-macos")),
        *("tf-nightly", "tf-nightly-gpu", "tf-nightly-cpu", "keras", "keras-nightly"),
    )
)

# Line magics that are written without their sign, which IPython adds where the line is no Python ("automagic").
_BARE_NAMES = (
    "pip conda mamba uv cd ls cat cp mv rm rmdir mkdir env matplotlib load_ext reload_ext tensorflow_version"
)
_BARE = rf"(?:{_BARE_NAMES.replace(' ', '|')})[ \t]+(?!(?:in|is|and|or|not|if)\b)[\w./~$\"'-]"
_ANY = re.compile(rf"^[ \t]*(?:[!%?]|{_BARE})|\?[ \t]*\r?$|=[ \t]*[!%]", re.MULTILINE)
_STATEMENT = re.compile(r"(?P<before>[ \t]*)(?P<magic>[!%?].*|[^\W\d][\w.*\[\]]*\?{1,2}[ \t]*$)", re.DOTALL)
_ASSIGNED = re.compile(
    r"(?P<before>[ \t]*[^\W\d][\w., \t*]*(?:\[[^\]]*\])?[ \t]*=[ \t]*)(?P<magic>[!%].*)", re.DOTALL
)
# up to what it runs: options are plain, or have values
_LINE_MAGICS = [re.compile(rf"%(\w+)\s+(?:-\w+\s+{value})*") for value in ("", r"(?:[\w.]+\s+)?")]
_BARE_STATEMENT = re.compile(rf"(?P<before>[ \t]*)(?P<magic>{_BARE}.*)", re.DOTALL)
_OPENING = re.compile(r"#.*|\"\"\"|'''|[\"'(\[{)\]}]")


@record
class Magic:
    """What a mask replaces."""

    text: str  # as in the cell; of one that runs Python only the prefix
    before: str = ""  # the code before it on its line: the indentation, the target of an assignment
    runs_python: bool = False
    may_go: bool = False  # with its line


@record
class Masked:
    """A cell's text as Python, line for line, and what its masks replace."""

    text: str
    magics: tuple[Magic, ...] = ()


def unindented(cell: str) -> str:
    """Return a cell without the indentation of its first line of code, which IPython removes from all lines."""
    first = re.match(r"(?:[ \t]*\r?\n)*([ \t]+)(?=\S)", cell)
    return re.sub(rf"^{first[1]}", "", cell, flags=re.MULTILINE) if first else cell


def mask(source: str, first: int = 0) -> Masked:
    """Mask the magics of a cell that is Python; the masks are numbered from `first`."""
    if not _ANY.search(source):
        return Masked(source)
    masked: list[str] = []
    magics: list[Magic] = []
    for text, is_start in _statements(lines.split(source)):
        body = text.rstrip("\r\n")
        found = _found(body) if is_start else None
        if found is None:
            masked.append(text)
            continue
        magic, shown = _masked(found["before"], found["magic"], first + len(magics))
        magics.append(magic)
        masked.append(shown + text[len(body) :])
    return Masked("".join(masked), tuple(magics))


def unmask(text: str, magics: Sequence[Magic]) -> str:
    """Return the cell's text with its magics; raises InternalError where an edit has torn one apart."""

    def prefixed(found: re.Match[str]) -> str:
        magic, code = magics[int(found["number"])], found["code"]
        target = magic.before.lstrip(" \t")
        if not code.startswith(target):
            raise InternalError(f"an edit has torn apart what `{magic.text.strip()}` runs")
        return found["indent"] + target + magic.text + code[len(target) :]

    return _PREFIXED.sub(prefixed, _OPAQUE.sub(lambda found: magics[int(found[1])].text, text))


def lost(text: str, magics: Sequence[Magic]) -> Iterator[Magic]:
    """Return the magics that a text has no longer. What runs Python may go with its statement."""
    there = {int(number) for number in _OPAQUE.findall(text)}
    kept = (i for i, magic in enumerate(magics) if not (magic.runs_python or magic.may_go))
    return (magics[i] for i in kept if i not in there)


def is_python(source: str) -> bool:
    """True if a code cell is Python: not one that a cell magic such as `%%bash` gives to something else."""
    found = re.match(r"%%(\w*)", source.lstrip("\r\n\t "))
    return found is None or found[1] in _PYTHON_CELLS


def _found(body: str) -> re.Match[str] | None:
    found = _STATEMENT.fullmatch(body) or _ASSIGNED.fullmatch(body)
    if (
        found is None
        and (bare := _BARE_STATEMENT.fullmatch(body))
        and not _parsed(bare["magic"].rstrip("\\"))
    ):
        return bare
    return found


def _masked(before: str, magic: str, number: int) -> tuple[Magic, str]:
    if prefix := _python_prefix(magic):
        return Magic(prefix, before, True), before + magic[len(prefix) :] + _COMMENT.format(number)
    replaced = replaced_wheels(magic)
    said = f" {replaced}" if replaced else ""
    shown = f'"{CELL_SIGN} magic {number} ---{said}"' + " \\\n\"''\"" * magic.count("\n")
    may_go = replaced == REPLACES and not before.strip()
    return Magic(magic, before, may_go=may_go), before + shown + (".split()" if before.strip() else "")


def replaced_wheels(line: str) -> str:
    """Return whether a line of the shell installs or removes packages that the SDK has wheels of its own of.

    REPLACES where it does nothing else, REPLACES_TOO where it does more, nothing for all other lines.
    """
    commands = [each for each in re.split(r"[;&|]+", line.lstrip("!%").replace("\\\n", " ")) if each.strip()]
    installing = [found["what"] for each in commands if (found := _INSTALL.match(each))]
    names = [_package(word) for what in installing for word in what.split() if not word.startswith("-")]
    if not _OF_THE_SDK.intersection(names):
        return ""
    is_alone = len(installing) == len(commands) and _OF_THE_SDK.issuperset(names)
    return REPLACES if is_alone else REPLACES_TOO


def _package(word: str) -> str:
    """The name of a package as `pip` compares it: of `"TensorFlow_GPU==2.9"`."""
    found = re.match(r"[\w.-]*", word.strip("'\""))
    return found[0].lower().replace("_", "-") if found else ""


def _python_prefix(magic: str) -> str:
    """`%time ` of `%time f(x)`, with options; nothing for what is no simple Python."""
    found = [pattern.match(magic) for pattern in _LINE_MAGICS]
    prefixes = (start[0] for start in found if start and start[1] in _PYTHON_LINES)
    return next((prefix for prefix in prefixes if _is_simple(magic[len(prefix) :])), "")


def _is_simple(code: str) -> bool:
    if code.startswith("-"):  # an option
        return False
    body = _parsed(code)
    return bool(body) and not any(hasattr(statement, "body") for statement in body)


def _parsed(code: str) -> list[ast.stmt]:
    """The statements of some code; none of what is no Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(code).body
        except (SyntaxError, ValueError):
            return []


def _statements(every: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Lines, and whether a statement begins there; a magic with the lines that it is continued on."""
    reader, remaining = _Reader(), iter(every)
    for line in remaining:
        is_start = reader.at_start
        if is_start and _found(line.rstrip("\r\n")):
            yield line + "".join(_continuation(line, remaining)), True
        else:
            reader.read(line)
            yield line, False


def _continuation(line: str, remaining: Iterator[str]) -> Iterator[str]:
    while line.rstrip("\r\n").endswith("\\") and (following := next(remaining, "")):
        line = following
        yield line


class _Reader:
    """Follows strings and brackets over lines, as far as it takes to know where statements begin.

    `tokenize` does not serve: it stops at what a shell line holds.
    """

    def __init__(self) -> None:
        self.depth = 0  # of open brackets
        self.quote = ""  # what ends the string that is open
        self.continued = False  # whether the line before ends in a backslash

    @property
    def at_start(self) -> bool:
        """True if a statement begins with the next line."""
        return not (self.depth or self.quote or self.continued)

    def read(self, line: str) -> None:
        """Go over one line."""
        line, place = line.rstrip("\r\n"), 0
        self.continued = line.endswith("\\")
        while place < len(line):
            place = self._in_string(line, place) if self.quote else self._in_code(line, place)
        if len(self.quote) == 1 and not self.continued:
            self.quote = ""  # a string that nobody ends: the parser will say so

    def _in_code(self, line: str, place: int) -> int:
        found = _OPENING.search(line, place)
        if found is None:
            return len(line)
        sign = found[0]
        if sign[0] == "#":
            self.continued = False
        elif sign[0] in "\"'":
            self.quote = sign
        else:
            self.depth = max(0, self.depth + (1 if sign in "([{" else -1))
        return found.end()

    def _in_string(self, line: str, place: int) -> int:
        end = re.compile(rf"(?:\\.|(?!{self.quote})[^\\])*{self.quote}").match(line, place)
        if end is None:
            return len(line)
        self.quote = ""
        return end.end()
