"""Scripts with all that makes bytes odd: ends of lines, blank lines, comments, several statements in a line."""

from __future__ import annotations

from hypothesis import strategies as st

# lines from which scripts are made: (indentation is added, a block has its body below)
SIMPLE = (
    "a = 1",
    "f(a, b)  # why",
    "f(a,\n  b=2,  # two\n  # three\n)",
    "a = 1; b = f(2);  # both",
    "x = f(y for y in z)",
    "s = '''one\n  two\n'''",
    "x = a + \\\n    b",
    "# a comment",
    "",
    "  ",
    "\x0c",
    "é = 'ü'; g( é )",
)
HEADS = (
    "if a:",
    "for b in f(c):  # each",
    "class A:",
    "def f(a, *b, c=1, **d):",
    "@f(a)\ndef g():",
    "with f(a):",
)


@st.composite
def blocks(draw: st.DrawFn, depth: int = 0) -> list[str]:
    unit = draw(st.sampled_from(["    ", "\t", "  "]))
    lines = list(draw(st.lists(st.sampled_from(SIMPLE), max_size=4)))
    if depth < 2 and draw(st.booleans()):
        head = draw(st.sampled_from(HEADS))
        body = [*draw(blocks(depth + 1)), "pass"]
        lines += [
            head,
            *(_indented(line, unit) for line in body),
            *draw(st.lists(st.sampled_from(SIMPLE), max_size=2)),
        ]
    return lines


def _indented(line: str, unit: str) -> str:
    if not line.strip() or "'''" in line:
        return unit + line if line.strip() else line
    return "\n".join(unit + part for part in line.split("\n"))


@st.composite
def scripts(draw: st.DrawFn) -> str:
    """A script with all that makes bytes odd."""
    text = "\n".join(draw(blocks()))
    newline = draw(st.sampled_from(["\n", "\r\n", "mixed"]))
    if newline == "mixed":
        text = "".join(
            line + draw(st.sampled_from(["\n", "\r\n"])) if line.endswith("\\") is False else line + "\n"
            for line in text.split("\n")
        )
    else:
        text = text.replace("\n", newline) + draw(st.sampled_from(["", newline]))
    return text
