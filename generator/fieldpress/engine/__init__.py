"""Pure rules: verdicts with their reasons. Standard library only; content is known by records."""
