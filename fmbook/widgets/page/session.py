"""The page that the kernel is working for just now."""

from typing import Any

from IPython import get_ipython

__all__ = ["current_session_id"]


def current_session_id() -> str:
    """The page whose cell is run or whose message is heard; empty where there is no kernel, or none that can tell.

    A page that was loaded anew is another one.
    """
    kernel: Any = getattr(get_ipython(), "kernel", None)
    asked = kernel.get_parent() if hasattr(kernel, "get_parent") else {}
    return str(asked.get("header", {}).get("session", ""))
