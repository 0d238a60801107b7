"""Whole games played from setup to victory: `Game` is the way in.

The checks are those that answer rulings; what is added here is whose decision is open, and what
follows once it was taken.
"""
