"""The 180-card job: `fieldpress cards` against the least that ReportLab needs for the same pages.

    python benchmarks/print.py [--cards N] [--runs R] [--protograf PYTHON]

180 cards of 63 × 88 mm (a title, exactly 40 words, a rounded frame, a rule), nine on an A4 sheet,
crop marks, fronts and backs. The floor is a plain script: embedded TrueType fonts, a `Paragraph`
with inline bold for each text, frame and back as form XObjects; no data, no checks. Ours is the
whole process: YAML read and checked, layouts resolved, every text fitted and checked for glyphs,
safe area, size and contrast. Both start a fresh interpreter in turn; the table gives medians.
`drawing alone` times our library from the loaded model to the written file against the same part of
the floor. CPU seconds are compared, since a busy machine does not change them much.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

WORDS = (
    "When this Unit enters a Combat draw one card and look at the next Terrain then discard a "
    "card of your choice or spend one token to give another Unit a bonus of two in this Combat "
    "until the turn"
).split()

FLOOR = """
import sys, time
count, out = int(sys.argv[1]), sys.argv[2]
import fontpkg
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph
WORDS = sys.argv[3].split()
start = time.process_time()
for name, weight in (("R", 500), ("B", 700)):
    pdfmetrics.registerFont(TTFont(name, str(fontpkg.path("Barlow Condensed", weight))))
pdfmetrics.registerFontFamily("R", normal="R", bold="B", italic="R", boldItalic="B")
body = ParagraphStyle("body", fontName="R", fontSize=9.5, leading=11.2)
W, H = 63 * mm, 88 * mm
canvas = Canvas(out, pagesize=(210 * mm, 297 * mm), initialFontName="R", invariant=1)
for name, label in (("front", ""), ("back", "Back")):
    canvas.beginForm(name, 0, 0, W, H)
    canvas.roundRect(3 * mm, 3 * mm, 57 * mm, 82 * mm, 2 * mm)
    canvas.line(6 * mm, 68 * mm, 57 * mm, 68 * mm)
    if label:
        canvas.setFont("B", 20)
        canvas.drawCentredString(W / 2, H / 2, label)
    canvas.endForm()
left, low = 10.5 * mm, 20.5 * mm
def marks():
    for i in range(4):
        x, y = left + i * W, low + i * H
        for a, b in ((low - 7 * mm, low - 3 * mm), (low + 3 * H + 3 * mm, low + 3 * H + 7 * mm)):
            canvas.line(x, a, x, b)
        right = left + 3 * W
        for a, b in ((left - 7 * mm, left - 3 * mm), (right + 3 * mm, right + 7 * mm)):
            canvas.line(a, y, b, y)
for first in range(0, count, 9):
    cells = [(left + i % 3 * W, low + (2 - i // 3) * H) for i in range(min(9, count - first))]
    for i, (x, y) in enumerate(cells):
        n = first + i
        canvas.saveState()
        canvas.translate(x, y)
        canvas.doForm("front")
        title = Paragraph("<b>Card number %d</b>" % n, body)
        title.wrapOn(canvas, 51 * mm, 10 * mm)
        title.drawOn(canvas, 6 * mm, 72 * mm)
        words = " ".join(WORDS[n % 40:] + WORDS[:n % 40])
        text = Paragraph("<b>Order:</b> " + words, body)
        _, high = text.wrapOn(canvas, 51 * mm, 60 * mm)
        text.drawOn(canvas, 6 * mm, 65 * mm - high)
        canvas.restoreState()
    marks()
    canvas.showPage()
    for x, y in cells:
        canvas.saveState()
        canvas.translate(210 * mm - x - W, y)
        canvas.doForm("back")
        canvas.restoreState()
    canvas.showPage()
canvas.save()
print(time.process_time() - start)
"""

#: The same cards by protograf (its Helvetica not embedded), run by a Python that has it.
PROTOGRAF = """
import sys
count, out, WORDS = int(sys.argv[1]), sys.argv[2], sys.argv[3].split()
sys.argv = sys.argv[:1]
from protograf import *
Create(filename=out, paper="A4", units="mm", margin=10)
rows = [["TITLE", "WORDS"]]
for n in range(count):
    rows.append(["Card number %d" % n, " ".join(WORDS[n % 40:] + WORDS[:n % 40])])
Data(data_list=rows)
Deck(cards=count, width=63, height=88, grid_marks=True, grid_marks_length=4)
frame = {"x": 3, "y": 3, "width": 57, "height": 82, "rounding": 2}
Card(
    "all",
    rectangle(**frame),
    line(x=6, y=20, x1=57, y1=20),
    text(text=T("{{ TITLE }}"), x=6, y=12, align="left", font_size=9.5),
    text(
        text=T("<b>Order:</b> {{ WORDS }}"),
        html=True, x=6, y=22, width=51, height=50, font_size=9.5,
    ),
)
CardBack("all", rectangle(**frame), text(text="Back", x=31.5, y=44, font_size=20))
Save()
"""

#: The same as `make_sheets`, timed from the loaded model on.
DRAWING = """
import sys, time
from pathlib import Path
from fieldpress.database import open_library
from fieldpress.sheets import make_sheets
library = open_library(Path(sys.argv[1]), ["job"])
start = time.process_time()
make_sheets(library, "job", Path("."), single=Path(sys.argv[2]))
print(time.process_time() - start)
"""

GAME = {
    "game.yml": """\
id: job
title: Job
version: "1"
ruleset: commando
languages: {default: en, names: en}
documents: {held: [book]}
sides: {north: {name: North, role: attacker}, south: {name: South, role: defender}}
source: book#all
""",
    "sources.yml": """\
- id: book
  title: Book
  language: en
  sections: [{id: all, title: All, no_clause: a benchmark has no rules}]
""",
    "sets.yml": """\
- id: x
  name: All
  mark: X
  kind: [card]
  source: book#all
""",
    "faces/card.yml": """\
id: card
for: card
extends: base/house
size: {width: 63, height: 88, corner: 3, safe: 3, bleed: 3}
styles:
  text: {size: 9.5, min: 7.5, valign: top}
elements:
  frame: {rect: [3, 3, 57, 82], stroke: ink, width: 0.35, radius: 2}
  rule: {line: [6, 20, 57, 20], stroke: ink, width: 0.35}
  name: {text: "{name}", style: text, font: text-bold, box: [6, 10, 51, 8]}
  effect: {text: "{text}", style: text, box: [6, 22, 51, 60]}
""",
    "faces/card-back.yml": """\
id: card-back
for: card-back
extends: base/house
size: {width: 63, height: 88, corner: 3, safe: 3, bleed: 3}
elements:
  frame: {rect: [3, 3, 57, 82], stroke: ink, width: 0.35, radius: 2}
  label: {text: Back, style: text, font: text-bold, size: 20, align: center, box: [6, 30, 51, 20]}
""",
}


def write_game(root: Path, count: int) -> None:
    """A content folder with one game of `count` cards."""
    for name, text in GAME.items():
        path = root / "job" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    cards = []
    for i in range(count):
        words = " ".join(WORDS[i % 40 :] + WORDS[: i % 40])
        cards.append(
            f'- id: card-{i}\n  number: "{i}"\n  name: Card number {i}\n  side: north\n'
            f"  kind: event\n  heroic: false\n  copies: {{x: 1}}\n"
            f'  text: "**Order:** {words}"\n  effects: {{none: book#all}}\n  source: book#all\n'
        )
    (root / "job" / "cards.yml").write_text("".join(cards), encoding="utf-8")


def run(args: list[str], folder: Path) -> dict[str, float]:
    """One process: wall and CPU seconds, peak memory in MB, and what it printed."""
    script = (
        "import json, os, resource, subprocess, sys, time\n"
        "start = time.perf_counter()\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
        "wall = time.perf_counter() - start\n"
        "if done.returncode: sys.exit(done.stderr)\n"
        "use = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "cpu = use.ru_utime + use.ru_stime\n"
        "print(json.dumps([wall, cpu, use.ru_maxrss / 1024, done.stdout]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script, *args], capture_output=True, text=True, cwd=folder
    )
    if done.returncode:
        sys.exit(done.stderr)
    wall, cpu, peak, printed = json.loads(done.stdout)
    last = printed.split()[-1] if printed.split() else ""
    inner = float(last) if last.replace(".", "").isdigit() else 0.0
    return {"wall": wall, "cpu": cpu, "peak": peak, "inner": inner}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, default=180)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--protograf", metavar="PYTHON", help="a Python that has protograf")
    options = parser.parse_args()
    os.environ.setdefault("SOURCE_DATE_EPOCH", "946684800")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_game(folder / "content", options.cards)
        python = sys.executable
        floor = [python, "-c", FLOOR, str(options.cards), "floor.pdf", " ".join(WORDS)]
        ours = [
            *(python, "-m", "fieldpress", "cards", "job", "--content", "content"),
            *("--kind", "card", "--output", "ours.pdf"),
        ]
        drawing = [python, "-c", DRAWING, "content", "drawing.pdf"]
        jobs = [("floor", floor), ("ours", ours), ("drawing", drawing)]
        if options.protograf:
            script = folder / "peer.py"
            script.write_text(PROTOGRAF, encoding="utf-8")
            other = [options.protograf, str(script), str(options.cards), "peer.pdf"]
            jobs.append(("peer", [*other, " ".join(WORDS)]))
        found: dict[str, list[dict[str, float]]] = {title: [] for title, _ in jobs}
        for turn in range(options.runs + 1):
            for title, args in jobs:
                one = run(args, folder)
                if turn:  # the first turn warms the disk cache and the compiled files
                    found[title].append(one)
        middle = {
            title: {key: statistics.median(one[key] for one in runs) for key in runs[0]}
            for title, runs in found.items()
        }
        print(f"{options.cards} cards, median of {options.runs} runs")
        print(f"{'':28}{'wall s':>8}{'CPU s':>8}{'peak MB':>9}{'PDF kB':>8}")
        for title, label, file in (
            ("floor", "raw ReportLab, Paragraph", "floor.pdf"),
            ("ours", "fieldpress cards, from YAML", "ours.pdf"),
            ("peer", "protograf", "peer.pdf"),
        ):
            if title not in middle:
                continue
            row = middle[title]
            size = (folder / file).stat().st_size / 1024
            print(f"{label:28}{row['wall']:8.3f}{row['cpu']:8.3f}{row['peak']:9.0f}{size:8.0f}")
        whole = middle["ours"]["cpu"] / middle["floor"]["cpu"]
        inner = middle["drawing"]["inner"] / middle["floor"]["inner"]
        print(f"whole process: {whole:.2f} times the floor (CPU)")
        print(
            f"drawing alone: {middle['drawing']['inner']:.3f} s against "
            f"{middle['floor']['inner']:.3f} s CPU, {inner:.2f} times"
        )


if __name__ == "__main__":
    main()
