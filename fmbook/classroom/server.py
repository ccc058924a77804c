"""The class server itself: Jupyter's kernels, Voilà's front end, our own doors, and an end that leaves only games."""

import asyncio
import logging
import os
import signal
import socket
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

import tornado.ioloop
import tornado.web
from jupyter_server.base.handlers import FileFindHandler
from traitlets import Any as AnyTrait
from traitlets.config import Config
from voila.app import Voila
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from fmbook.classroom.doors import DOORS, Nothing, OneKernel, OwnFarewell
from fmbook.classroom.guests import Guests, OwnKernel, WhoIsWho, new_code
from fmbook.classroom.kernels import IDLE, LOOK_EVERY, OUR_MODULE, Kernels
from fmbook.classroom.room import ClassError, Room

__all__ = ["Plan", "serve"]

EXTENSIONS: Final = [
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "ipycanvas",
    "anywidget",
]
ID: Final = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
PING: Final = 30_000  # milliseconds; a page that has not answered three times has gone
LARGEST: Final = 1 << 20  # bytes of a message or a form
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss: blob:; worker-src 'self' blob:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Plan(NamedTuple):
    """What a class server is to be: where, for how many, what is played."""

    folder: Path
    title: str
    chapter: str
    system: str
    scenario: str
    seats: int
    address: str
    port: int
    ahead: int


class ClassServer(Voila):  # type: ignore[misc]  # Voilà has no types
    """Voilà without its pages: ours are in their place, and no notebook is shown."""

    plan: Any = AnyTrait()
    room: Any = AnyTrait()
    guests: Any = AnyTrait()
    kernels: Any = AnyTrait()

    def init_settings(self) -> dict[str, Any]:
        """Add what our doors need."""
        plan: Plan = self.plan
        settings: dict[str, Any] = super().init_settings()
        warm = f"{OUR_MODULE}\npages.warm_up({plan.system!r}, {plan.scenario!r})"
        self.kernels = Kernels(self.kernel_manager, self.guests, plan.folder, plan.seats, plan.ahead, warm)
        return settings | {
            "fmbook_room": self.room,
            "fmbook_guests": self.guests,
            "fmbook_kernels": self.kernels,
            "fmbook_voila": self.voila_configuration,
            "fmbook_title": plan.title,
            "fmbook_chapter": plan.chapter,
            "fmbook_address": seen_address(plan),
            "headers": HEADERS,
            "xsrf_cookies": True,
            "websocket_max_message_size": LARGEST,
            "ws_ping_interval": PING,
            "ws_ping_timeout": 3 * PING,
            "log_function": lambda _: None,
        }

    def init_handlers(self) -> list[Any]:
        """Name all that may be asked for; whatever is not here does not exist."""
        return [
            *DOORS,
            (rf"/api/kernels/{ID}", OneKernel),
            (rf"/api/kernels/{ID}/channels", VoilaKernelWebsocketHandler),
            (rf"/voila/api/shutdown/{ID}", OwnFarewell),
            (r"/voila/templates/(lab/static/[\w-][\w.-]*)", TemplateStaticFileHandler),
            (
                r"/voila/static/(.*)",
                MultiStaticFileHandler,
                {"paths": self.static_paths, "default_filename": "index.html"},
            ),
            (r"/voila/labextensions/(.*)", FileFindHandler, {"path": self.labextensions_path}),
            (r".*", Nothing),
        ]

    def listen(self) -> None:
        """Listen, tell the teacher, and stay until Ctrl-C."""
        plan: Plan = self.plan
        try:
            self.app.listen(plan.port, plan.address, max_body_size=LARGEST)
        except OSError as error:
            raise ClassError(
                f"Nobody can listen at {plan.address}, port {plan.port} ({error.strerror}). "
                "Choose another --address or --port."
            ) from None
        self.ioloop = tornado.ioloop.IOLoop.current()
        self.ioloop.add_callback(self._begin)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()

    def _begin(self) -> None:
        for line in told(self.plan, self.guests):
            print(line, flush=True)
        self.kernels.fill()

    def stop(self) -> None:
        """End every kernel; what is left are games and answers."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        super().stop()


def serve(plan: Plan) -> int:
    """Serve a class until Ctrl-C."""
    for noisy in ("tornado.general", "tornado.application"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)  # pages that come and go are no news
    room = Room(plan.folder, plan.system, plan.scenario, plan.seats)
    guests = Guests(new_code(), f"fmbook-class-{plan.port}")
    os.environ["FMBOOK_HOME"] = str(plan.folder)
    with tempfile.TemporaryDirectory(prefix="fmbook-class-") as apart:
        os.environ["IPYTHONDIR"] = apart
        app = ClassServer(
            config=_config(), plan=plan, room=room, guests=guests, root_dir=apart, connection_dir_root=apart,
            config_file_paths=[], open_browser=False, log_level=logging.ERROR, ip=plan.address, port=plan.port,
        )  # fmt: skip
        app.initialize([])  # it chooses the kind of loop that its parts can work with
        asyncio.set_event_loop(asyncio.new_event_loop())
        try:
            app.start()
        except ClassError:
            room.remove() if room.is_unused() else room.close()
            raise
    return _end(room)


def _end(room: Room) -> int:
    if room.is_unused():
        room.remove()
        print("\nThe class has ended. Nobody has played, so nothing is left behind.")
    else:
        room.forget_keys()
        room.close()
        print(f"\nThe class has ended. Its games and answers are in {room.folder}; delete that folder to forget them.")
    return 0


def _config() -> Config:
    config = Config()
    config.Voila.authorizer_class = OwnKernel
    config.Voila.identity_provider_class = WhoIsWho
    config.VoilaConfiguration.extension_allowlist = EXTENSIONS
    config.VoilaConfiguration.file_allowlist = []
    config.KernelSpecManager.kernel_dirs = []  # this Python alone
    config.KernelManager.autorestart = False  # a page that has lost its kernel asks for a new one
    config.MappingKernelManager.cull_idle_timeout = IDLE
    config.MappingKernelManager.cull_interval = LOOK_EVERY
    return config


def seen_address(plan: Plan) -> str:
    """Return the address as pupils type it."""
    host = plan.address
    if host in ("0.0.0.0", "::"):  # noqa: S104 - the teacher has chosen to listen everywhere
        host = own_address() or socket.gethostname()
    return f"http://{f'[{host}]' if ':' in host else host}:{plan.port}"


def own_address() -> str:
    """Return the address of this computer in the room's network, as far as it knows; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a number that is nobody's
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def told(plan: Plan, guests: Guests) -> list[str]:
    """Say to the teacher where everything is."""
    address = seen_address(plan)
    lines = [
        f"\n{plan.title}: {plan.seats} seats.", "",
        f"  Pupils open   {address}", f"  and type      {guests.code}", "",
        f"  Your page     {address}/teacher?key={guests.teachers_key}",
        "                (yours alone: do not show it; “Code for the wall” on it is for the projector)", "",
        f"Games and answers are kept in {plan.folder}. End the class with Ctrl-C.",
    ]  # fmt: skip
    if plan.address in ("127.0.0.1", "localhost", "::1"):
        room = own_address()
        choose = f" --address {room}" if room and room != "127.0.0.1" else " --address and this computer's address"
        lines.append(f"Only this computer can come in now. To let the room in, start again with{choose}.")
    return lines
