"""What is wrong with how a file is converted, whatever the file is."""

from __future__ import annotations

import ast
import io
import time
import tokenize
import warnings
from collections.abc import Collection, Iterator
from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import ConvertResult, convert_file, convert_text

#: CPU time after which a file counts as one that hangs, in seconds. A file of 12,000 lines took 12 on a machine with
#: other work.
LIMIT = 60.0
#: What is told, in one sentence, of scripts that Python can parse: form feeds before code, line ends of two systems,
#: sums of a thousand terms, encodings that write the same text in several ways.
REFUSED = (
    "libcst does not keep this code",
    "libcst cannot",
    "line ends are mixed",
    "nested too deeply",
    "does not come back the same",
)


def faults(path: Path, refused: Collection[str] = ()) -> Iterator[str]:
    """What is wrong with how a file is converted; a refusal with words of `refused` is right."""
    started = time.process_time()
    result = convert_file(path, Config())
    spent = time.process_time() - started
    if spent > LIMIT:
        yield f"takes {spent:.1f} s"
    if result.error is not None:
        is_refused = any(words in result.error for words in refused)
        if "internal error" in result.error or (parses(path.read_bytes()) and not is_refused):
            yield result.error
        return
    yield from faults_of_port(path, result)


def faults_of_port(path: Path, result: ConvertResult) -> Iterator[str]:
    assert result.source is not None and result.converted is not None
    text, port = result.source.text, result.converted.text
    if port == text:
        return
    if not result.converted.applied and not result.converted.left:
        yield "changed without a finding"
    if "keras" not in text and "tensorflow" not in text:
        yield "changed, though it says neither Keras nor TensorFlow"
    if not parses(result.source.program(port)):
        yield "the port cannot be parsed"
    elif convert_text(path, port, Config()).text != port:
        yield "the port changes when it is converted"


def parses(text: bytes) -> bool:
    """True if the interpreter can read a text; of a file, it minds comments that are not in its encoding, too."""
    try:
        text.decode(tokenize.detect_encoding(io.BytesIO(text).readline)[0])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
        return False
    return True
