"""For those who count, learn and compare: many games, tables, other people's players."""
