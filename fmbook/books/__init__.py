"""The rulebooks: one module or package a booklet, in the order of the booklet."""
