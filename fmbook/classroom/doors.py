"""What a browser may ask the class server for: a few pages, one's own kernel, and scripts. There is nothing else."""

import asyncio
import logging
from typing import Any, Final, cast

from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import allow_unauthenticated, authorized
from jupyter_server.base.handlers import APIHandler, JupyterHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado import web
from voila.utils import get_page_config

from fmbook.classroom import pages
from fmbook.classroom.guests import Guest, Guests, guests_of
from fmbook.classroom.kernels import OUR_MODULE, Kernels
from fmbook.classroom.room import Room, Seat
from fmbook.core.errors import FmbookError
from fmbook.core.sides import noun

__all__ = ["DOORS", "Nothing", "OneKernel", "OwnFarewell"]

LOG = logging.getLogger("fmbook.classroom")
LONGEST_WORD: Final = 60
WRONG: Final = "That is not the code of this class. Look at the screen, and type it again."
SLOWLY: Final = "Those were too many wrong codes. Wait a minute, then type the one on the screen."
ELSEWHERE: Final = "Your seat is open in another window. Go on there and close this one, or reload this page."
NO_FORMULAS: Final = "/no-formulas.js"
NO_MATHJAX: Final = (
    "const nothing = () => {}; window.MathJax = { Hub: { Config: nothing, Configured: nothing, Queue: nothing, "
    "Register: { StartupHook: nothing } }, Ajax: {}, Callback: { After: nothing } };"
)
TOO_OLD: Final = "This page is too old for that. Go back, reload it, and try again."
STRANGER: Final = "Type the code of the class first."


class Door(JupyterHandler):
    """A page. What is wrong is said in one sentence on a page of its own."""

    @property
    def room(self) -> Room:
        """The tables of the class."""
        return cast(Room, self.settings["fmbook_room"])

    @property
    def guests(self) -> Guests:
        """Who is in the class."""
        return guests_of(self)

    @property
    def kernels(self) -> Kernels:
        """What runs for it."""
        return cast(Kernels, self.settings["fmbook_kernels"])

    @property
    def guest(self) -> Guest | None:
        """Whoever asks, if that is somebody of the class."""
        return self.guests.by_key(self.current_user.username) if self.current_user else None

    def pupil(self) -> Guest:
        """Whoever asks must have come with the code, or the key."""
        if self.guest is None:
            raise web.HTTPError(403, STRANGER)
        return self.guest

    def teacher(self) -> Guest:
        """Whoever asks must have come with the key."""
        if self.guest is None or not self.guest.is_teacher:
            raise web.HTTPError(403, "That page is the teacher's: open it by the address that the terminal shows.")
        return self.guest

    def word(self, name: str) -> str:
        """Return a word that was sent along, cut to a length that words have."""
        return str(self.get_argument(name, ""))[:LONGEST_WORD]

    @property
    def xsrf(self) -> str:
        """The field that a form of ours carries."""
        return str(self.xsrf_form_html())

    def show(self, text: str) -> None:
        """Send a page that nobody keeps."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(text)

    def hand_out(self, guest: Guest) -> None:
        """Let the browser keep who it is."""
        self.set_cookie(self.guests.cookie, guest.key, httponly=True, samesite="Strict", path="/")

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say what is wrong; of what was not foreseen only that it is so."""
        problem = (kwargs.get("exc_info") or (None, None, None))[1]
        text = "There is nothing here." if status_code == 404 else "That went wrong on the class server."
        if isinstance(problem, FmbookError):
            text = str(problem)
        elif isinstance(problem, web.HTTPError) and status_code == 403 and problem.log_message:
            text = TOO_OLD if "_xsrf" in problem.log_message else problem.log_message
        self.show(pages.sorry("Not possible", text))

    def log_exception(self, kind: Any, value: Any, trace: Any) -> None:
        """Log what was not foreseen."""
        if not isinstance(value, FmbookError | web.HTTPError):
            LOG.error("%s failed", self.request.path, exc_info=(kind, value, trace))


class Front(Door):
    """The first page: the code."""

    @allow_unauthenticated
    def get(self) -> None:
        """Show where one belongs."""
        guest = self.guest
        if guest:
            seat = self.room.seat_of(guest.key)
            self.redirect("/teacher" if guest.is_teacher else "/seat" if seat else "/tables")
            return
        self.show(pages.joining(self.xsrf, self.word("code"), ""))


class Join(Door):
    """Whoever has the code is a guest."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Look at a code; wrong ones are answered slowly, and after some not at all."""
        address, guests = self.request.remote_ip or "", self.guests
        if guests.slowdown.is_shut(address):
            self.set_status(429)
            self.show(pages.joining(self.xsrf, "", SLOWLY))
        elif guests.is_code(self.word("code")):
            if not self.guest:
                self.hand_out(guests.welcome())
            self.redirect("/tables", status=303)
        else:
            guests.slowdown.count(address)
            await asyncio.sleep(0.5)
            self.set_status(403)
            self.show(pages.joining(self.xsrf, "", WRONG))


class Listing(Door):
    """A page that lists the tables."""

    def list_them(self, trouble: str) -> None:
        """List tables and sides, with a sentence if something could not be done."""
        guest = self.pupil()
        seat = self.room.seat_of(guest.key)
        title = str(self.settings["fmbook_title"])
        self.show(pages.choosing(title, self.room.places(), self.xsrf, seat=seat, trouble=trouble))


class Tables(Listing):
    """Where to sit."""

    @allow_unauthenticated
    def get(self) -> None:
        """List tables and sides."""
        if self.guest is None:
            self.redirect("/")
            return
        self.list_them("")


class Sit(Listing):
    """Sitting down."""

    def post(self) -> None:
        """Take a seat, or say why it cannot be had."""
        guest = self.pupil()
        try:
            self.room.sit(self.word("table"), self.word("side"), guest.key)
        except FmbookError as refused:
            self.set_status(409)
            self.list_them(str(refused))
            return
        self.redirect("/seat", status=303)


class Leave(Door):
    """Getting up."""

    async def post(self) -> None:
        """Give the seat back."""
        guest = self.pupil()
        self.room.leave(guest.key)
        await self.kernels.end_of(guest)
        self.redirect("/tables", status=303)


class WithWidgets(Door):
    """A page with a kernel of the guest's own."""

    async def made(self, guest: Guest, title: str, bar: str, code: str) -> None:
        """Run our page in a kernel, and send what Voilà's front end needs to show it."""
        kernel = await self.kernels.of_guest(guest)
        output = await self.kernels.run(kernel, f"{OUR_MODULE}\n{code}")
        config = get_page_config(
            base_url="/", settings=self.settings, log=self.log, voila_configuration=self.settings["fmbook_voila"]
        )
        config |= {"baseUrl": "/", "kernelId": kernel, "fullMathjaxUrl": NO_FORMULAS, "mathjaxConfig": "none"}
        _ = self.xsrf_token  # a cookie: the page says farewell with it
        self.show(pages.desk(title, bar, config, output, kind=kernel))


class SeatPage(WithWidgets):
    """The desk of a seat."""

    @allow_unauthenticated
    async def get(self) -> None:
        """Show the desk to whoever has the seat."""
        guest, seat = self.guest, self.room.seat_of(self.guest.key) if self.guest else None
        if guest is None or seat is None:
            self.redirect("/tables" if guest else "/")
            return
        says = f"You play {noun(seat.side)}. {self.settings['fmbook_title']}."
        words = ", ".join(map(repr, (*seat, self.settings["fmbook_chapter"])))
        bar = pages.bar(f"Table {seat.table}", says, pages.post_button("/leave", "Get up", self.xsrf))
        await self.made(guest, f"Table {seat.table}", bar, f"pages.seat({words})")


class Teacher(WithWidgets):
    """The teacher's page."""

    @allow_unauthenticated
    async def get(self) -> None:
        """Let whoever has the key in, and take it out of the address."""
        if key := self.word("key"):
            if self.guests.slowdown.is_shut(self.request.remote_ip or ""):
                raise web.HTTPError(403, SLOWLY)
            if not self.guests.is_teacher(key):
                self.guests.slowdown.count(self.request.remote_ip or "")
                raise web.HTTPError(403, "That is not the teacher's key: copy the whole address from the terminal.")
            self.hand_out(self.guests.welcome(teacher=True))
            self.redirect("/teacher")
            return
        guest, title = self.teacher(), str(self.settings["fmbook_title"])
        links = '<a class="button plain" href="/screen" target="_blank">Code for the wall</a>'
        links += '<a class="button plain" href="/delete">Delete all …</a>'
        bar = pages.bar(f"Code {self.guests.code}", f"{title}. Everything stays on this computer.", links)
        await self.made(guest, "Teacher", bar, f"pages.teacher({self.settings['fmbook_chapter']!r})")


class Screen(Door):
    """The page for the wall."""

    def get(self) -> None:
        """Show where to go and what to type."""
        self.teacher()
        self.show(pages.screen(self.settings["fmbook_address"], self.guests.code, self.settings["fmbook_title"]))


class Delete(Door):
    """Deleting all of it, which is asked once."""

    def get(self) -> None:
        """Ask."""
        self.teacher()
        self.show(pages.asks_once(self.xsrf))

    async def post(self) -> None:
        """Delete."""
        self.teacher()
        await self.kernels.end_pupils(lambda key: bool((guest := self.guests.by_key(key)) and guest.is_teacher))
        self.room.delete()
        self.guests.forget_pupils()
        self.redirect("/teacher", status=303)


class Here(Door):
    """What a page asks every few seconds: whether it is still the one that counts."""

    @allow_unauthenticated
    def get(self) -> None:
        """Say so, or where to go."""
        guest, page = self.guest, self.word("page")
        seat = self.room.seat_of(guest.key) if guest else None
        self.set_header("Cache-Control", "no-store")
        self.finish(self.kernels_of(guest, seat, page))

    def kernels_of(self, guest: Guest | None, seat: Seat | None, page: str) -> dict[str, str]:
        """Tell what a page with this kernel should do."""
        if guest is None:
            return {"go": "/"}
        if not guest.is_teacher and seat is None:
            return {"go": "/tables", "says": "Your seat is free again. Choose one."}
        owner = self.guests.kernels.get(page)
        if owner == guest.key and self.kernels.is_alive(guest):
            return {}
        if self.kernels.is_alive(guest):
            return {"stop": ELSEWHERE}
        where = "/teacher" if guest.is_teacher else "/seat"
        return {"go": where, "says": "The page is set up again. Your game is safe."}


class NoFormulas(Door):
    """What the front end fetches for formulas; our pages have none."""

    @allow_unauthenticated
    def get(self) -> None:
        """Send a script that does nothing."""
        self.set_header("Content-Type", "text/javascript")
        self.finish(NO_MATHJAX)


class Nothing(Door):
    """Everything else."""

    @allow_unauthenticated
    def get(self) -> None:
        """Say that there is nothing."""
        raise web.HTTPError(404)

    post = put = delete = patch = get


class OneKernel(KernelHandler):
    """What the front end asks about its own kernel; it can be looked at and nothing else."""

    @web.authenticated
    @authorized
    async def get(self, kernel_id: str) -> None:
        """Describe the kernel."""
        await ensure_async(super().get(kernel_id))

    @web.authenticated
    async def delete(self, kernel_id: str) -> None:  # noqa: ARG002 - Jupyter's form
        """Kernels end by themselves."""
        raise web.HTTPError(405)


class OwnFarewell(APIHandler):
    """A page that is closed says farewell, and its kernel ends: one's own."""

    @web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel of whoever says so."""
        guests = guests_of(self)
        guest = guests.by_key(self.current_user.username)
        if guest and guests.kernels.get(kernel_id) == guest.key:
            await cast(Kernels, self.settings["fmbook_kernels"]).end_one(kernel_id)
        self.set_status(204)
        self.finish()


DOORS: Final[list[tuple[str, type]]] = [
    (r"/", Front),
    (r"/join", Join),
    (r"/tables", Tables),
    (r"/sit", Sit),
    (r"/leave", Leave),
    (r"/seat", SeatPage),
    (r"/teacher", Teacher),
    (r"/screen", Screen),
    (r"/delete", Delete),
    (r"/here", Here),
    (NO_FORMULAS, NoFormulas),
]
"""Our own pages; what the front end needs beside them is listed where the server starts."""
