"""Plugin for pytest: `pytest --conclave-game high_tide` also checks what must hold of any game.

Without the option it loads nothing. Each battery is a test for each number of players; one that
does not apply is skipped, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from engine.testing.battery import Battery, Case

MATCHES_HELP = "a folder of matches that must go on unchanged (conclave check-game --write)"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("conclave")
    group.addoption("--conclave-game", metavar="NAME", help="check an installed game, by its id")
    group.addoption("--conclave-files", metavar="FOLDER", help=MATCHES_HELP)


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("conclave_game"):
        return
    from engine.core.messages import Messages

    Messages.strict = True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the batteries to the tests of a folder, not where single files are named."""
    are_files_named = any(Path(arg.partition("::")[0]).is_file() for arg in config.args)
    if (name := config.getoption("conclave_game")) and not are_files_named:
        collector = GameCollector.from_parent(session, name=name, nodeid=name)
        items.extend(collector.collect())


class GameFailure(Exception):
    """A battery failed; `str(error)` describes it."""


class GameCollector(pytest.Collector):
    """The batteries of one game."""

    def collect(self) -> Iterator[pytest.Item]:
        from engine.testing.check import cases_of
        from engine.testing.reference import UnknownGame, game_named

        try:
            game = game_named(self.name)
        except UnknownGame as error:
            raise pytest.UsageError(f"--conclave-game: {error}") from None
        folder = self.config.getoption("conclave_files")
        files = self.config.rootpath / Path(folder) if folder else None
        for battery, case in cases_of(game, files):
            title = f"{battery.name}[{case.seats}]" if case.seats else battery.name
            yield BatteryItem.from_parent(self, name=title, battery=battery, case=case)


class BatteryItem(pytest.Item):
    """A battery for a number of players."""

    def __init__(self, *, battery: Battery, case: Case, **members: Any) -> None:
        super().__init__(**members)
        self.battery = battery
        self.case = case

    def runtest(self) -> None:
        from engine.testing.check import check

        verdict = check(self.battery, self.case)
        if verdict.result == "not applicable":
            pytest.skip(f"not applicable: {verdict.reason}")
        if verdict.result == "fail":
            raise GameFailure(verdict.describe()) from verdict.error

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, GameFailure):
            return f"{self.battery.says}:\n{excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.nodeid
