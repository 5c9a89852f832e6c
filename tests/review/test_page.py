"""The page of changes: what is on it, what it does in a browser, and that a script is only text in it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpu2ipu import cli
from gpu2ipu.config import Config
from gpu2ipu.review.page import written
from tests.reports.test_port_html import Page
from tests.review.chromium import BROWSER, Tab, tab
from tests.review.reviews import TRAINING, port_of, reviewed

ATTACK = '</script></style><img src=x onerror="alert(1)">&amp;\'`'
ATTACKED = f"""\
# {ATTACK}
'''{ATTACK.replace("'", "")}'''
{TRAINING}model.fit(x, y, epochs=3, batch_size=8)  # {ATTACK}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def data_of(text: str) -> dict[str, object]:
    start = text.index('id="data">') + len('id="data">')
    data: dict[str, object] = json.loads(text[start : text.index("</script>", start)])
    return data


def test_each_change_has_its_number_reasons_and_boxes() -> None:
    page = Page(written(reviewed(TRAINING)))
    assert page.open == []
    changes = [attributes for _, attributes in page.tags if attributes.get("class") == "change"]
    assert [each["data-change"] for each in changes] == ["1", "2", "3", "4", "5"]
    assert [each["data-safety"] for each in changes] == ["safe", "review", "safe", "review", "safe"]
    assert changes[4]["data-rules"] == "IPU202"
    boxes = [(each["name"], each["value"]) for tag, each in page.tags if each.get("type") == "radio"]
    assert boxes == [(f"c{number}", answer) for number in range(1, 6) for answer in ("yes", "no")]
    assert "5 changes: 3 safe, 2 review." in page.words
    assert "needs 1 for strategy, 2 for train_steps" in page.words
    assert "line 7: IPU202 train on full batches: the remainder is dropped" in page.words


def test_links_lead_somewhere() -> None:
    tags = Page(written(reviewed(TRAINING))).tags
    ids = {f"#{each['id']}" for _, each in tags if "id" in each}
    assert {each["href"] for tag, each in tags if tag == "a"} <= ids
    assert len(ids) == len([each for _, each in tags if "id" in each])


def test_unchanged_lines_are_folded() -> None:
    middle = "".join(f"print({number})\n" for number in range(20))
    page = Page(written(reviewed(TRAINING.replace("print(model", f"{middle}print(model"))))
    assert "14 unchanged lines" in page.words
    assert [each["class"] for tag, each in page.tags if tag == "details" and each["class"] == "fold"] == [
        "fold"
    ]


def test_manual_work_and_notes_are_there() -> None:
    text = f"{TRAINING}for _ in range(3):\n    model.train_on_batch(x[:32], y[:32])\n"
    page = Page(written(reviewed(text)))
    assert "1 manual work" in page.words and "IPU307" in page.words
    beside = Page(written(reviewed(text, Config(annotate=False))))
    assert "To be known, or done by hand" in beside.words


def test_nothing_of_a_script_becomes_part_of_the_page() -> None:
    path = Path(f"a{ATTACK.replace('/', '')}.py")
    text = written(reviewed(ATTACKED, path=path), ["--select", ATTACK])
    page, plain = Page(text), Page(written(reviewed(TRAINING)))
    assert page.open == []
    assert {tag for tag, _ in page.tags} <= {tag for tag, _ in plain.tags} | {"details"}
    assert not [name for _, each in page.tags for name in each if name.startswith("on")]
    assert page.words.count(ATTACK) >= 4


def test_nothing_is_loaded_from_elsewhere() -> None:
    text = written(reviewed(ATTACKED))
    assert not any(word in text for word in ("http:", "https:", "url(", "@import", "<link", "<script src"))


def test_characters_that_reorder_or_hide_text_are_shown_by_name() -> None:
    text = written(reviewed(f"x = '\u202e\u2066\x07\x0c'\n{TRAINING}"))
    assert "\\u202e\\u2066\\x07\\x0c" in text and "\u202e" not in text.replace("\\", "")


def test_the_command_names_script_and_options() -> None:
    data = data_of(written(reviewed(TRAINING, path=Path("my train.py")), ["--replicas", "2"]))
    assert data["command"] == "gpu2ipu review 'my train.py' --replicas 2"


@pytest.mark.parametrize(
    ("text", "encoded", "copied"),
    [
        (TRAINING, True, True),
        (TRAINING.replace("\n", "\r\n"), True, False),
        (TRAINING.replace("\n", "\r"), False, False),
        (f"\ufeff{TRAINING}", False, True),
    ],
)
def test_a_patch_is_offered_where_it_would_be_right(text: str, encoded: bool, copied: bool) -> None:
    page = written(reviewed(text))
    data = data_of(page)
    assert (data["encoded"], data["copied"]) == (encoded, copied)
    assert ('id="download"' in page, 'id="patch"' in page) == (encoded, encoded and copied)


def test_the_options_of_the_port_are_in_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    Path("train.py").write_text(TRAINING)
    options = [
        "--evaluation",
        "full-batches",
        "--ignore",
        "IPU501,IPU502",
        "--force-exclude",
        "--replicas",
        "2",
    ]
    assert cli.main(["review", "train.py", "--html", "page.html", *options]) == 0
    assert capsys.readouterr().out.startswith("train.py -> page.html (written): ")
    command = str(data_of(Path("page.html").read_text())["command"])
    for option in ("--evaluation full-batches", "--ignore IPU501,IPU502", "--force-exclude", "--replicas 2"):
        assert option in command
    assert "html" not in command


# in a browser

needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with tab(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def opened(browser: Tab, text: str, name: str = "train.py") -> None:
    Path(name).write_bytes(text.encode())
    Path("page.html").write_text(written(reviewed(text, path=Path(name))))
    browser.open(Path("page.html"))
    browser.value("localStorage.clear()")
    browser.reload()


def text_of(browser: Tab, element: str) -> str:
    return str(browser.value(f"document.getElementById('{element}').textContent"))


@needs_browser
def test_keys_decide(browser: Tab) -> None:
    opened(browser, TRAINING)
    browser.press("y")  # nothing is chosen yet
    browser.press("j", "j", "j", "y")
    assert text_of(browser, "said") == "3 accepted, and with it 1, 2"
    browser.press("k", "n")
    assert text_of(browser, "said") == "2 rejected, and with it 3, 4"
    assert text_of(browser, "count") == "1 accepted, 3 rejected, 1 not decided"
    browser.press("u")
    assert text_of(browser, "count") == "1 accepted, 2 rejected, 2 not decided"
    browser.press("?")
    assert browser.value("document.getElementById('help').open") is True
    browser.press("y", "?")
    assert text_of(browser, "count") == "1 accepted, 2 rejected, 2 not decided"
    assert text_of(browser, "command").startswith("gpu2ipu review train.py --accept 1 --digest ")
    browser.reload()  # decisions stay
    assert text_of(browser, "count") == "1 accepted, 2 rejected, 2 not decided"
    assert browser.complaints == []


@needs_browser
def test_boxes_and_filters(browser: Tab) -> None:
    opened(browser, TRAINING)
    browser.value("document.querySelector('input[name=c5][value=yes]').click()")
    assert text_of(browser, "said") == "5 accepted"
    browser.value("document.querySelector('[data-kind=safe]').click()")
    assert text_of(browser, "count").endswith("; 3 hidden by the filter")
    assert browser.value("getComputedStyle(document.getElementById('c1')).display") == "none"
    browser.value("document.getElementById('reject-shown').click()")
    assert text_of(browser, "said") == "2 rejected, and with them 3"
    browser.value("document.querySelector('[data-kind=safe]').click()")
    browser.value("rule.value = 'IPU101'; rule.dispatchEvent(new Event('change'))")
    assert browser.value(
        "[...document.querySelectorAll('.change:not([hidden])')].map((each) => each.id)"
    ) == ["c1"]
    browser.value("document.getElementById('accept-shown').click()")
    assert text_of(browser, "command").split(" --digest ")[0].endswith("--accept 1,5")
    assert browser.complaints == []


PATCHED = {
    "train.py": TRAINING,
    "my train.py": TRAINING.removesuffix("\n"),
    "crlf.py": TRAINING.replace("\n", "\r\n"),
    "grüße.py": f"# Grüße\n{TRAINING}",
    "attacked.py": ATTACKED,
    "ends.py": "import keras\nx = load()\nmodel = keras.Sequential()\nmodel.compile('sgd')\nmodel.fit(x)",
}


@needs_browser
@pytest.mark.parametrize("name", PATCHED)
def test_the_patch_of_the_page_applies(browser: Tab, name: str) -> None:
    text = PATCHED[name]
    opened(browser, text, name)
    review = reviewed(text, path=Path(name))
    for numbers in [review.numbers, *({change.number, *change.needs} for change in review.changes)]:
        made = str(browser.value(f"patch({sorted(numbers)})"))
        Path("out.patch").write_bytes(made.encode("latin-1"))
        subprocess.run(["git", "apply", "out.patch"], check=True)
        assert Path(name).read_bytes() == review.text_with(numbers).encode()
        Path(name).write_bytes(text.encode())
    browser.value("document.getElementById('accept-shown').click()")
    if "\r" not in text:
        assert browser.value("document.getElementById('patch').value") == browser.value(
            "decoded(patch(accepted()))"
        )
    assert browser.complaints == []


@needs_browser
def test_a_patch_is_downloaded(browser: Tab, tmp_path: Path) -> None:
    opened(browser, TRAINING)
    browser.send(
        "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path), eventsEnabled=True
    )
    browser.value("document.getElementById('accept-shown').click()")
    browser.value("document.getElementById('download').click()")
    file = tmp_path / "train.py.patch"
    for _ in range(100):
        if file.exists():
            break
        browser.value("new Promise((done) => setTimeout(done, 100))")
    subprocess.run(["git", "apply", file.name], check=True, cwd=tmp_path)
    assert Path("train.py").read_text() == port_of(TRAINING)


@needs_browser
def test_what_a_script_says_does_not_run(browser: Tab) -> None:
    opened(browser, ATTACKED, f"a{ATTACK.replace('/', '')}.py")
    assert browser.value("document.images.length") == 0
    assert browser.complaints == []


@needs_browser
@pytest.mark.parametrize("width", [320, 800, 1600])
def test_the_page_is_as_wide_as_the_window(browser: Tab, width: int, tmp_path: Path) -> None:
    opened(browser, TRAINING)
    browser.picture(tmp_path / "picture.png", width, 900)
    assert browser.value("document.documentElement.scrollWidth") <= width
