"""Maps of the real ground: one theatre, or an atlas of many small boards."""
