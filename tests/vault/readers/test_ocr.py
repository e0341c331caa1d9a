"""A poor first reading of a scan is asked again with another page layout, and the better one is kept."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

from vault.readers.ocr import Ocr, recognize

CLEAN = "The board voted to repair the culvert on Larch Road before the winter"
NOISE = "rn~ -l; wete Jh |\\ _~« sclectrnen ¢ lhc tovvn vv ~~ }{ jeoy jeyoL"

_PROGRAM = """#!{python}
import sys
readings = {readings!r}
layout = sys.argv[sys.argv.index("--psm") + 1]
open({log!r}, "a").write(layout + " ")
sys.stdin.buffer.read()
text, confidence = readings.get(layout, ("", 0))
print("level page_num block_num par_num line_num word_num left top width height conf text".replace(" ", "\\t"))
for n, word in enumerate(text.split()):
    print("5", "1", "1", "1", "1", n, "0", "0", "9", "9", confidence, word, sep="\\t")
"""


def _program(folder: Path, readings: dict[str, tuple[str, int]]) -> Ocr:
    """A program that answers as tesseract does, with these words and confidence for each layout."""
    path = folder / "tesseract"
    log = str(folder / "asked")
    path.write_text(_PROGRAM.format(python=sys.executable, readings=readings, log=log), "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return Ocr(program=str(path), name="tesseract 5")


def test_a_good_reading_is_asked_once(tmp_path: Path) -> None:
    assert recognize(_program(tmp_path, {"4": (CLEAN, 93), "6": (NOISE, 99)}), b"").text == CLEAN
    assert (tmp_path / "asked").read_text("utf-8").split() == ["4"]


def test_a_poor_reading_is_asked_again_and_the_better_one_is_kept(tmp_path: Path) -> None:
    found = recognize(_program(tmp_path, {"4": (NOISE, 88), "6": (CLEAN, 90), "3": (NOISE, 95)}), b"")
    assert (found.text, found.confidence) == (CLEAN, 90)
    assert (tmp_path / "asked").read_text("utf-8").split() == ["4", "6"]


def test_the_first_reading_stays_when_no_other_is_better(tmp_path: Path) -> None:
    faint = CLEAN.replace("culvert", "cuIvcrt")
    found = recognize(_program(tmp_path, {"4": (faint, 70), "6": (NOISE, 60), "3": (CLEAN[:20], 99)}), b"")
    assert found.text == faint
