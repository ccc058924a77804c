"""What a game consists of, read from its files: its set-up, tables, charts and scenarios."""
