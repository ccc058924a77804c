"""What ``.ci/make.py`` does, one module per concern; only the standard library."""
