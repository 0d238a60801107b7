"""The normandie rules: what the expansion packs state; base-game rules and values come as given."""
