"""Sheets of squad games with armies and terrain tiles: setup, army list, campaign."""
