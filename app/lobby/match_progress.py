"""Match progress: round and points of running matches in lists, read from where their step began.

Round and points are public facts of the table (`Game.turn`, `Game.score_sheet`), as of the last
checkpoint: answers given since then do not count yet.
"""

from __future__ import annotations

from collections import OrderedDict
from operator import attrgetter
from typing import Any

import structlog

from app.games.catalogue import Catalogue
from app.matches.models import MatchRow
from app.wire import UNSET
from app.wire.matches import Progress
from engine.core.game import Game
from engine.core.match import Match
from engine.core.step import decode_table

MAX_CACHED = 2_000
"""Matches whose progress is remembered."""
log = structlog.get_logger("conclave.progress")


class ProgressReader:
    """How far matches are, by their rows."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._known: OrderedDict[str, tuple[int, Progress | None]] = OrderedDict()
        """By match, with the hash of the state that it was read from: a ply comes again after a
        rollback.
        """

    def of(self, row: MatchRow) -> Progress | None:
        """The progress of a match that has begun; None if this process can't read its table, for
        example one under newer rules.
        """
        if row.state is None:
            return None
        state = hash(row.state)
        known, progress = self._known.get(row.id, (None, None))
        if known != state:
            progress = _read(self.catalogue.games[row.game], row)
            self._known[row.id] = state, progress
        self._known.move_to_end(row.id)
        if len(self._known) > MAX_CACHED:
            self._known.popitem(last=False)
        return progress


def _read(game: Game[Any, Any], row: MatchRow) -> Progress | None:
    assert row.state is not None
    try:
        match = Match.from_bytes(row.state)
        step = match.step
        table = decode_table(game, step.checkpoint, step.rules or match.rules)
        totals = [score.total for score in sorted(game.score_sheet(table), key=attrgetter("seat"))]
        return Progress(round=game.turn(table).round, totals=totals or UNSET)
    except Exception as error:  # a table that can't be read must not hide the list
        log.warning("unreadable", match=row.id, error=repr(error))
        return None
