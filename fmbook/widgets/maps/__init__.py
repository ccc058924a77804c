"""Maps of the real ground: one theatre, or an atlas of many small boards."""

from fmbook.widgets import FOR_THE_GROUND, check_library

check_library(FOR_THE_GROUND)
