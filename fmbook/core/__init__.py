"""The words that everything is said in: orders, events, state, verdicts, dice, errors, files. No game, no board."""
