"""The limit of a class: as many pages as it has seats, and nobody is sent away while one is being prepared."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fmbook.classroom.guests import Guests
from fmbook.classroom.kernels import SPARE, Kernels
from fmbook.classroom.room import ClassError

SEATS = 3


class SlowManager(dict[str, Any]):
    """Starts what lives at once and never ends by itself, each after a moment; it lists what starts as well."""

    def list_kernel_ids(self) -> list[str]:
        return [*self]

    def get_kernel(self, kernel: str) -> Any:
        return self[kernel]

    async def start_kernel(self, **_about: Any) -> str:
        kernel = f"kernel {len(self)}"
        self[kernel] = SimpleNamespace(provisioner=SimpleNamespace(process=SimpleNamespace(poll=lambda: None)))
        await asyncio.sleep(0.02)
        return kernel


class Prepared(Kernels):
    """Kernels that take a moment to be prepared."""

    async def run(self, kernel: str, code: str) -> dict[str, Any]:
        await asyncio.sleep(0.1)
        return {}


def kernels(guests: Guests) -> Kernels:
    return Prepared(SlowManager(), guests, Path(), SEATS, 2, "warm()")


def test_all_who_have_room_get_a_page_though_all_come_at_once():
    guests = Guests("ABC", "cookie")

    async def come() -> list[str]:
        own = kernels(guests)
        own.fill()
        await asyncio.sleep(0.05)  # the first one is being prepared
        return await asyncio.gather(*(own.of_guest(guests.welcome()) for _ in range(SEATS + SPARE)))

    assert len(set(asyncio.run(come()))) == SEATS + SPARE


def test_whoever_comes_when_all_is_taken_is_told_so():
    guests = Guests("ABC", "cookie")

    async def come() -> None:
        own = kernels(guests)
        for _ in range(SEATS + SPARE):
            await own.of_guest(guests.welcome())
        await own.of_guest(guests.welcome())

    with pytest.raises(ClassError, match="No more pages"):
        asyncio.run(come())
