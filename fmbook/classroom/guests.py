"""Who is who: a guest has a cookie, a teacher came with a key. Codes that are guessed at are answered slowly."""

import secrets
from collections import deque
from hmac import compare_digest
from time import monotonic
from typing import Any, Final, NamedTuple

from jupyter_server.auth.authorizer import Authorizer
from jupyter_server.auth.identity import IdentityProvider, User

__all__ = ["Guest", "Guests", "OwnKernel", "Slowdown", "WhoIsWho", "guests_of", "new_code"]

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words; none that looks like a figure
CODE_LENGTH: Final = 6
FREE_TRIES: Final = 5
FREE_IN_THE_ROOM: Final = 40
WINDOW: Final = 60.0  # seconds


class Guest(NamedTuple):
    """Somebody with a cookie."""

    key: str
    is_teacher: bool


class Slowdown:
    """Counts wrong codes of the last minute; who has guessed too often waits."""

    def __init__(self) -> None:
        self._wrong: dict[str, deque[float]] = {}

    def is_shut(self, address: str) -> bool:
        """Tell whether this address, or the whole room, has guessed too often in the last minute."""
        return self._count(address) >= FREE_TRIES or self._count("") >= FREE_IN_THE_ROOM

    def count(self, address: str) -> None:
        """Count a wrong code."""
        for name in (address, ""):
            self._wrong.setdefault(name, deque(maxlen=FREE_IN_THE_ROOM)).append(monotonic())

    def _count(self, name: str) -> int:
        wrong = self._wrong.get(name, deque[float]())
        while wrong and monotonic() - wrong[0] > WINDOW:
            wrong.popleft()
        return len(wrong)


class Guests:
    """The code of the class, the teacher's key, and the keys that were handed out for them."""

    def __init__(self, code: str, cookie: str) -> None:
        self.code, self.cookie = code, cookie
        self.teachers_key = secrets.token_urlsafe(18)
        self.slowdown = Slowdown()
        self._known: set[str] = set()
        self._teachers: set[str] = set()
        self.kernels: dict[str, str] = {}  # whose a kernel is, by the guest's key

    def is_code(self, typed: str) -> bool:
        """Tell whether that is the code of the class, however it was typed."""
        plain = "".join(typed.upper().split()).replace("-", "")
        return compare_digest(plain.encode(), self.code.encode())

    def is_teacher(self, key: str) -> bool:
        """Tell whether that is the teacher's key."""
        return compare_digest(key.encode(), self.teachers_key.encode())

    def welcome(self, *, teacher: bool = False) -> Guest:
        """Make somebody a guest."""
        key = secrets.token_urlsafe(18)
        (self._teachers if teacher else self._known).add(key)
        return Guest(key, teacher)

    def again(self, key: str) -> Guest:
        """Make somebody a guest again, whose key holds a seat of an earlier server."""
        self._known.add(key)
        return Guest(key, False)

    def by_key(self, key: str) -> Guest | None:
        """Return the guest with a key."""
        if key in self._teachers:
            return Guest(key, True)
        return Guest(key, False) if key in self._known else None

    def forget_pupils(self) -> None:
        """Let nobody be known but teachers."""
        self._known.clear()


def new_code() -> str:
    """Make a code that can be read out and typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def guests_of(handler: Any) -> Guests:
    """Return the guests of the server that a handler belongs to."""
    found: Guests = handler.settings["fmbook_guests"]
    return found


class WhoIsWho(IdentityProvider):
    """A guest is who has a cookie of ours; there is no log-in beside that, and no token."""

    def get_user(self, handler: Any) -> User | None:
        """Return the guest as a user of Jupyter's."""
        guests = guests_of(handler)
        key = handler.get_cookie(guests.cookie) or ""
        guest = guests.by_key(key)
        room = handler.settings["fmbook_room"]
        if guest is None and room.seat_of(key):
            guest = guests.again(key)
        return User(username=guest.key) if guest else None

    @property
    def auth_enabled(self) -> bool:
        """Nobody gets in without a cookie."""
        return True


class OwnKernel(Authorizer):
    """A guest may use the kernel that was started for this guest, and nothing else."""

    def is_authorized(self, handler: Any, user: User, action: str, resource: str) -> bool:
        """Tell whether a guest may do this."""
        kernel = handler.path_kwargs.get("kernel_id") or next(iter(handler.path_args), "")
        owner = guests_of(handler).kernels.get(kernel)
        return resource == "kernels" and action in ("read", "execute") and owner == user.username
