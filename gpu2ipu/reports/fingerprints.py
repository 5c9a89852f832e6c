"""What tells findings of several runs apart: their fingerprints stay the same when code above them moves."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

from gpu2ipu.convert.engine import FileResult
from gpu2ipu.findings import Finding
from gpu2ipu.reports.phrases import relative
from gpu2ipu.source import lines


def with_fingerprints(result: FileResult) -> Iterator[tuple[Finding, str]]:
    """Yield the findings in a file with their fingerprints, all of which differ.

    A fingerprint is made of the path, the rule, the line of code, and the number of the finding among equal ones.
    """
    code = lines.split(result.source.text) if result.source else []
    seen = Counter[tuple[str, str]]()
    for finding in result.findings:
        line = code[finding.span.line - 1].strip() if finding.span.line <= len(code) else ""
        seen[finding.rule, line] += 1
        parts = relative(result.path), finding.rule, line, str(seen[finding.rule, line])
        yield finding, hashlib.sha256("\0".join(parts).encode(errors="surrogateescape")).hexdigest()
