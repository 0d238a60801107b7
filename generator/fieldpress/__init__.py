"""Fieldpress: one checked database of a game, and the print, rulings and pages made from it."""

__version__ = "0.1.0"
