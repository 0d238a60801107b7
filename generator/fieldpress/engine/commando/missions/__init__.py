"""Missions: fields of piles, of a grid and of columns, and what is done on them between fights.

Each rule here is a parameter of the scenario with its clauses; a mission that does not set it lacks
the rule. Rulings and play call the same functions (`table.py` lists them).
"""
