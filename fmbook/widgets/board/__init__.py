"""Boards as pictures and as maps to click: the sheet, the counters, and what is laid over both."""
