"""One name of TensorFlow or Keras as a page: whether the SDK has it, with which parameters, and what the rules say.

The rules are asked as they are: by checking a script that uses the name, at its top and in a layer of a model.
"""

from __future__ import annotations

import difflib
import functools
import shlex
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path

from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.public_api import Parameter, PublicName
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.config import Config, nearest_rule
from gpu2ipu.convert.engine import check_text
from gpu2ipu.rules.tf26.api_uses import unfolded
from gpu2ipu.rules.tf26.tables.workarounds import WORKAROUNDS

_WIDTH = 100
_CALLABLE = ("class", "function", "method")
#: Where a name is used, in the lines from the marker on; what the rules say of the rest is not about it.
_AT_TOP = "import tensorflow as tf\n\n"
_IN_LAYER = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Lambda(lambda x: layer(x))])


def layer(x):
    return """


def find(word: str) -> PublicName | None:
    """Return the public name that people mean: with `tf.`, `tensorflow.`, `keras.`, or by its last part alone."""
    name = word.strip().removesuffix("()")
    name = f"tensorflow.{name[3:]}" if name.startswith("tf.") else name
    found = public_api.find(unfolded(canonical(name))) or public_api.find(name)
    if found is None and "." not in name:
        same = {canonical(each) for each in _by_last_part().get(name, ()) if not _is_side_entrance(each)}
        return public_api.find(same.pop()) if len(same) == 1 else None
    return found


def nearest_names(word: str, most: int = 3) -> list[str]:
    """Return public names, as people write them, that are like a word which is none."""
    last = word.rpartition(".")[2]
    known = _by_last_part()
    names = known.get(last) or [
        name for each in difflib.get_close_matches(last, known, n=most) for name in known[each]
    ]
    written = [shown(name) for name in names]
    return sorted(written, key=lambda name: -difflib.SequenceMatcher(None, word, name).ratio())[:most]


def unknown(word: str, rules: Mapping[str, str]) -> str:
    """Return one sentence on a word that means nothing, with what may be meant; rules are names by id."""
    if word.endswith((".py", ".ipynb")):
        command = f"gpu2ipu check {shlex.quote(word)}"
        return f"{word}: explain takes a rule or a name; `{command}` lists what is found in a file"
    is_like_a_name = "." in word or (word.isidentifier() and not word.upper().startswith("IPU"))
    if is_like_a_name and (near := nearest_names(word)):
        return f"{word!r} is no rule and no name of TensorFlow or Keras; did you mean {' or '.join(near)}?"
    return f"unknown rule {word!r}; {nearest_rule(word, rules)}"


def api_page(found: PublicName) -> str:
    """Everything about one name."""
    lines = [f"{shown(found.name)} ({found.kind})", "", *_releases(found), "", *_of_rules(found)]
    if found.name in WORKAROUNDS:
        lines += ["", "code for TensorFlow 2.6 that does the same:", "", WORKAROUNDS[found.name]]
    return "\n".join(lines).rstrip()


def shown(name: str) -> str:
    """A qualified name as people write it."""
    return "tf." + name.removeprefix("tensorflow.")


def _is_side_entrance(name: str) -> bool:
    """True if a name is one of a module that has others' names, too, for a time or for old scripts."""
    return not {"experimental", "legacy", "dtensor", "raw_ops"}.isdisjoint(name.split("."))


@functools.cache
def _by_last_part() -> Mapping[str, list[str]]:
    known: dict[str, list[str]] = {}
    for name in public_api.names():
        known.setdefault(name.rpartition(".")[2], []).append(name)
    return known


def _releases(found: PublicName) -> Iterator[str]:
    """Yield what the SDK's release has, and what has changed since."""
    first, last = found.changes[0], found.changes[-1]
    if found.is_in_sdk:
        yield from _entry("TensorFlow 2.6, the SDK's", _signature(found, first.text) or "has it")
    else:
        yield from _entry("TensorFlow 2.6, the SDK's", f"does not have it; it came with {found.since}")
    before, moved = first.parameters, None
    known = {each.name for each in before or ()}
    for change in found.changes[1:]:
        after = change.parameters
        added = [each.name for each in after or () if each.name not in known]
        known.update(added)
        if added and before is not None:
            yield from _entry(f"since {change.title}", f"takes {', '.join(added)}, too")
        if moved is None and (moved := _moved(before, after)):
            yield from _entry(f"since {change.title}", f"{moved} is at another position")
    if last.is_removal:
        yield from _entry(f"since {last.title}", "gone")
    elif not found.is_in_sdk and (signature := _signature(found, last.text)):
        yield from _entry("today", signature)


def _moved(before: tuple[Parameter, ...] | None, after: tuple[Parameter, ...] | None) -> str | None:
    """The first parameter that a positional argument of the SDK's release reaches no more, if there is one."""
    orders = [[each.name for each in given or () if each.is_positional] for given in (before, after)]
    if not all(orders):
        return None
    pairs = zip(*orders)
    return next((f"`{mine}`" for mine, theirs in pairs if mine != theirs and mine in orders[1]), None)


def _signature(found: PublicName, text: str) -> str | None:
    """A call as the table has it, None if the parameters are unknown."""
    is_known = found.kind in _CALLABLE and text.startswith("(")
    return f"{found.name.rpartition('.')[2]}{text}" if is_known else None


def _entry(title: str, text: str) -> list[str]:
    return textwrap.wrap(
        f"{title}: {text}", _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _of_rules(found: PublicName) -> Iterator[str]:
    """Yield what each rule says of a use of the name."""
    said: dict[str, str] = {}
    use = f"tf.{found.name.removeprefix('tensorflow.')}"
    use += "(x)" if found.kind in _CALLABLE else ""
    for before in (_AT_TOP, _IN_LAYER):
        first = before.count("\n") + 1
        for finding in check_text(Path("script.py"), f"{before}{use}\n", Config()):
            if finding.span.line >= first:
                said.setdefault(finding.rule, finding.message)
    for rule, message in said.items():
        yield from _entry(rule, message)
    if not said:
        yield from _entry("rules", "none says anything about it")
