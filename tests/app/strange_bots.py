"""Strange bots: a distribution of bots that misbehave, installed for the time of a test.

Worker processes get the test's `sys.path`, so they find it as they would an installed package.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.bots.bot import installed_bots

SOURCE = """
import os, signal, time
from pathlib import Path

HERE = Path(__file__).parent


class Strange:
    level, text, face, seconds = 9, "", "random", 0.0

    def __init__(self, name, act):
        self.name = self.title = name
        self.act = act

    def choose(self, position, budget, rng):
        (HERE / f"{self.name}-{os.getpid()}").touch()
        self.act(position)
        return position.question.default()


def stick(_position):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(60)


def wait_for_leave(_position):
    while not (HERE / "go").exists():
        time.sleep(0.01)


def talk(position):
    raise ValueError(f"{position.view()} {[option.key for option in position.question.options]}")


class Cheat(Strange):
    def choose(self, position, budget, rng):
        super().choose(position, budget, rng)
        return "no such option"


STUCK, PATIENT, TALKER = (
    Strange(name, act)
    for name, act in (("stuck", stick), ("patient", wait_for_leave), ("talker", talk))
)
CHEAT = Cheat("cheat", lambda _position: None)
"""
NAMES = ("stuck", "patient", "talker", "cheat")


class StrangeBots:
    """The folder in which they leave their traces."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def thinking(self, name: str) -> set[int]:
        """The ids of the processes in which a bot has begun to think."""
        return {int(path.name.partition("-")[2]) for path in self.folder.glob(f"{name}-*")}

    def let_go(self) -> None:
        """Let those that are `patient` answer."""
        (self.folder / "go").touch()


@contextmanager
def strange_bots(folder: Path) -> Iterator[StrangeBots]:
    """Install `stuck`, which never answers, `patient`, which waits for leave, `talker`, which
    raises an error that says all it knows, and `cheat`, whose answers are illegal.
    """
    home = folder / "strange_bots"
    about = home / "strange_bots-1.dist-info"
    about.mkdir(parents=True)
    (home / "strange_bots.py").write_text(SOURCE)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bots\nVersion: 1\n")
    points = "".join(f"{name} = strange_bots:{name.upper()}\n" for name in NAMES)
    (about / "entry_points.txt").write_text(f"[conclave.bots]\n{points}")
    sys.path.insert(0, str(home))
    installed_bots.cache_clear()
    try:
        yield StrangeBots(home)
    finally:
        sys.path.remove(str(home))
        sys.modules.pop("strange_bots", None)
        installed_bots.cache_clear()


def is_running(pid: int) -> bool:
    """Whether there is a process of that id, even one that has ended and not been waited for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(condition, seconds=30.0):
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - processes send no events
            await asyncio.sleep(0.01)
