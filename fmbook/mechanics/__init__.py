"""Procedures that every wargame shares. All numbers come in as arguments; no rules, no state."""
