"""What the compiled flood is called with."""

from fmbook.mechanics.waves import Waves

class Flooding:
    def __init__(self, steps: Waves, width: int) -> None: ...
    def __call__(self, levels: list[int], enterable: int, going: int, begin: int = 0) -> list[int]: ...
