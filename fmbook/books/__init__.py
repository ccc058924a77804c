"""The rulebooks, one package a booklet, in the order of the booklet; their cards; and the list of systems."""
