"""What a game is made of: frozen records built from the JSON bundle; standard library only."""

from fieldpress.model.facts import Basis, Fact, Text
from fieldpress.model.game import Game, Library
from fieldpress.model.records import (
    Card,
    Clause,
    Component,
    Counter,
    CounterFace,
    Discrepancy,
    PieceSet,
    Scenario,
    Section,
    Source,
    Term,
    Terrain,
    TerrainFace,
)
from fieldpress.model.recruits import Action, Army, Option, Tile

__all__ = [
    "Action",
    "Army",
    "Basis",
    "Card",
    "Clause",
    "Component",
    "Counter",
    "CounterFace",
    "Discrepancy",
    "Fact",
    "Game",
    "Library",
    "Option",
    "PieceSet",
    "Scenario",
    "Section",
    "Source",
    "Term",
    "Terrain",
    "TerrainFace",
    "Text",
    "Tile",
]
