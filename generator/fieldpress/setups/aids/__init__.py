"""Army lists and the scoring track of a card game, made where its box is said to hold them."""
