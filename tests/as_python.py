"""Tests watch which rules run, and Python alone shows that: what is compiled stays unused unless a test asks for it.

To be imported before anything of fmbook.
"""

import os

os.environ["FMBOOK_NATIVE"] = "0"
