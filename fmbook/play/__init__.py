"""One play of a game: give orders, look ahead, look back, ask for help."""
