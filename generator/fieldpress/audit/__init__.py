"""What needs content and engine together: rulings run, clauses checked, coverage."""
