"""The desk: the map, the question, the orders that answer it, and what is kept of the game."""
