"""The page that the kernel is working for just now."""

from typing import Any

from IPython import get_ipython

__all__ = ["current_screen", "current_session_id", "name_anew"]


def current_session_id() -> str:
    """The page whose cell is run or whose message is heard; empty where there is no kernel, or none that can tell.

    A page that was loaded anew is another one.
    """
    return str(_asked().get("header", {}).get("session", ""))


def current_screen() -> int:
    """How many pixels for each of the layout the screen has on which a cell was run; 0 where its page does not say."""
    match _asked().get("metadata"):
        case {"fmbook": {"sharp": int(sharp)}} if sharp > 0:
            return sharp
    return 0


def name_anew(old: object, new: object) -> None:
    """Let what the reader's own cells call by a name be what has taken its place, as a game does that is resumed."""
    names: dict[str, Any] = getattr(get_ipython(), "user_ns", {})
    for name in [name for name, value in names.items() if value is old and not name.startswith("_")]:
        names[name] = new


def _asked() -> dict[str, Any]:
    """The message that the kernel answers just now, if any."""
    kernel: Any = getattr(get_ipython(), "kernel", None)
    asked: dict[str, Any] = kernel.get_parent() if hasattr(kernel, "get_parent") else {}
    return asked
