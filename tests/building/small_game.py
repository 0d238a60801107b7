"""A whole small game, written into a folder: what the tests build where speed or faults matter."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "game.yml": """
id: {id}
title: {{en: "{title}"}}
ruleset: commando
languages: {{default: en, names: en}}
documents: {{held: [leaflet]}}
sides:
  otters: {{name: Otters, role: attacker}}
  herons: {{name: Herons, role: defender}}
box:
  - {{id: otter-cards, name: Otter cards, count: 3, of: {{kind: card, side: otters}}, source: leaflet#play}}
source: leaflet#play
""",
    "sources.yml": """
- id: leaflet
  title: The leaflet
  language: en
  sections:
    - {{id: story, title: A story, no_clause: no rule in it}}
    - id: play
      title: How to play
      sections:
        - {{id: fight, title: The fight}}
""",
    "sets.yml": """
- id: reeds
  name: Reeds
  mark: R
  kind: [card]
  totals: {{card: 3}}
  source: leaflet#play
""",
    "cards.yml": """
- id: old-otter
  number: "11"
  name: Old otter
  side: otters
  kind: unit
  heroic: false
  copies: {{reeds: 3}}
  combat_value: {{unknown: the leaflet does not say}}
  unit_type: {{none: leaflet#fight}}
  text: It yields to [[rule:fight.ties]].
  effects: {{none: leaflet#fight}}
  source: leaflet#fight
""",
    "rules.yml": """
- key: play.turns
  title: Turns
  text: One after the other plays [[card:old-otter|an otter]].
  engine: described
  source: leaflet#play
- key: fight.ties
  title: Ties
  text: Equal values hit nobody.
  engine: described
  source: leaflet#fight
""",
}


def write_game(content: Path, name: str = "ferry", title: str = "The Ferry") -> Path:
    """Write the game into the content folder `content` and return the game's own folder."""
    folder = content / name
    for file, text in FILES.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(id=name, title=title), encoding="utf-8")
    return folder


def change(folder: Path, file: str, old: str, new: str) -> None:
    """Replace `old`, which must be there, by `new` in one file of a game."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
