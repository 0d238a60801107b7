"""Pure rules: verdicts with their reasons. Standard library only; knows content by its records alone."""
