"""What a referee that runs as another user of the system keeps from pupils: its files, and its memory.

Two users are wanted that are not our own, and only root may become them; they need no account and no password.
"""

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

REFEREE, PUPIL = 64_801, 64_802  # numbers of users that nobody is
# a Python in somebody's own folder cannot be started by others: so it is begun as root, and becomes the other user
BECOME = textwrap.dedent("""
    import os, sys
    import fmbook, fmbook.cli.referee, fmbook.play.referee, fmbook.play.refereed, fmbook.books.systems
    import encodings.idna, http.client, sqlite3
    from fmbook.play.game import new_game
    new_game("vimy", "hill_145").legal()
    user = int(sys.argv[1])
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
""")
REFEREES = BECOME + textwrap.dedent("""
    from pathlib import Path
    server = fmbook.cli.referee.server_at("127.0.0.1", 0, Path(sys.argv[2]))
    print(server.server_address[1], flush=True)
    server.serve_forever()
""")
PUPILS = BECOME + textwrap.dedent("""
    port, folder, process = sys.argv[2:]
    table = fmbook.table("7", "vimy", "hill_145", referee=f"http://127.0.0.1:{port}")
    table.sit("Allied")
    table.game.do(table.game.legal()[0])
    print("played", table.game.given)
    def tried(what, act):
        try:
            act()
            print("read", what)
        except PermissionError:
            print("kept", what)
    tried("folder", lambda: os.listdir(folder))
    tried("file", lambda: open(f"{folder}/tables/7.sqlite", "rb").read())
    tried("log", lambda: open(f"{folder}/tables/7.sqlite-wal", "rb").read())
    tried("memory", lambda: open(f"/proc/{process}/mem", "rb").read(1))
    tried("surroundings", lambda: open(f"/proc/{process}/environ", "rb").read())
    tried("open files", lambda: os.listdir(f"/proc/{process}/fd"))
    tried("end", lambda: os.kill(int(process), 0))
""")
KEPT = ["folder", "file", "log", "memory", "surroundings", "open files", "end"]

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="Only root, on Linux, can play as two other users."
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the referee's that others can reach: it is the referee that shuts it."""
    for place in (tmp_path, *tmp_path.parents[:3]):
        if place != Path("/tmp"):
            place.chmod(place.stat().st_mode | 0o011)
    found = tmp_path / "games"
    found.mkdir()
    found.chmod(0o755)
    os.chown(found, REFEREE, REFEREE)
    return found


@pytest.fixture
def referee(folder: Path) -> Iterator[tuple[str, str]]:
    """A referee that runs; its port, and its process."""
    command = [sys.executable, "-c", REFEREES, str(REFEREE), str(folder)]
    home = os.environ | {"HOME": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=home) as running:
        assert running.stdout is not None
        yield running.stdout.readline().strip(), str(running.pid)
        running.kill()


def as_user(user: int, folder: Path, port: str, process: str) -> list[str]:
    """Play a turn as a user of the system, then try to read what the referee has."""
    command = [sys.executable, "-c", PUPILS, str(user), port, str(folder), process]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_another_user_plays_and_can_read_nothing_that_the_referee_has(folder, referee):
    played, *tried = as_user(PUPIL, folder, *referee)
    assert played == "played 1"
    assert tried == [f"kept {what}" for what in KEPT]


def test_the_same_user_can_read_it_as_the_guide_warns(folder, referee):
    assert "read file" in as_user(REFEREE, folder, *referee)
