"""Match views: matches as a caller may see them, delayed ones only up to their public horizon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.blocks import authors_hidden_from, blocked_with
from app.clocks.state import read_state
from app.games.catalogue import Catalogue
from app.lobby.hosts import Hosts
from app.lobby.match_progress import ProgressReader
from app.lobby.new_tables import TERMS
from app.lobby.sent_away import sent_away_from
from app.lobby.visibility import hidden_origins
from app.lobby.waits import matches_asking, show_wait
from app.matches.automation import auto_pass_rules
from app.matches.horizon.public_horizon import ListedHorizon, listed_horizons
from app.matches.match_info import OVER, RUNNING, is_first_match, lesson_in, undo_of
from app.matches.models import EntryRow, MatchRow, SeatRow
from app.matches.public_versions import PublicSeat
from app.ratings.models import ResultRow
from app.wire import UNSET, UnsetType, given
from app.wire import matches as wire
from engine.bots.guide import GUIDE
from engine.bots.tutor import lesson_named
from engine.core.match import Match

T = TypeVar("T")


class MatchView(NamedTuple):
    """A match as a caller may see it, and the delay, if any."""

    row: MatchRow
    match: wire.Match
    late: ListedHorizon | None


class MatchViews:
    """Views of matches by their rows; `address` is the public URL of the site."""

    def __init__(self, catalogue: Catalogue, hosts: Hosts, address: str) -> None:
        self.catalogue = catalogue
        self.hosts = hosts
        self.progress = ProgressReader(catalogue)
        self.address = address

    async def of(
        self, session: AsyncSession, rows: Sequence[MatchRow], caller: str | None
    ) -> list[wire.Match]:
        """The views of these matches, except those of games that are no longer installed."""
        return [view.match for view in await self.with_delays(session, rows, caller)]

    async def with_delays(
        self, session: AsyncSession, rows: Sequence[MatchRow], caller: str | None
    ) -> list[MatchView]:
        """The same, each with its row and the delay with which the caller sees it."""
        games, address = self.catalogue.games, self.address
        known_rows = [row for row in rows if row.game in games]
        seats = await seats_by_match(session, [row.id for row in known_rows])
        ratings_after = await _ratings_after(session, [row.id for row in known_rows if row.rated])
        late_by_match = await listed_horizons(session, known_rows, seats, caller)
        start_times = await _start_times(
            session,
            [row.id for row in known_rows if row.status in RUNNING or row.id in late_by_match],
        )
        hidden = await hidden_origins(session, known_rows, caller)
        open_tables = [row.id for row in known_rows if row.status == "open"]
        blocked = await blocked_with(session, caller) if caller and open_tables else set()
        muted = await authors_hidden_from(session, caller) if caller and open_tables else set()
        sent_away = await sent_away_from(session, caller, open_tables) if caller else set()
        asking = await matches_asking(session, known_rows, seats, caller)
        views = []
        for row in known_rows:
            late, title = late_by_match.get(row.id), games[row.game].title
            is_host_gone = self.hosts.is_gone(row)
            view = match_view(
                row, seats[row.id], title, caller, address, late, host_gone=is_host_gone
            )
            show_wait(view, row, self.hosts.service_clock, is_asking=row.id in asking)
            if row.status == "open":
                _hide_notes(view, seats[row.id], muted)
            if row.id in hidden:
                view.origin = UNSET
            if view.status in RUNNING:
                view.started_at = start_times.get(row.id, UNSET)
                if late is None and may_watch(row, view):
                    view.progress = self.progress.of(row) or UNSET
            if row.status == "open" and _is_among(blocked, row, seats[row.id]):
                view.barred = True
            is_invited = any(seat.invited == caller for seat in seats[row.id])
            if row.id in sent_away and not is_invited:
                view.seat_freed = True
            for seat in view.seats if late is None else ():
                if rating := ratings_after.get((row.id, seat.account or "")):
                    seat.rating_after = rating
            views.append(MatchView(row, view, late))
        return views


def _is_among(accounts: set[str], row: MatchRow, seats: Sequence[SeatRow]) -> bool:
    """Whether one of the accounts hosts the table or sits there."""
    return row.hosted_by in accounts or any(seat.account in accounts for seat in seats)


def _hide_notes(view: wire.Match, seats: Sequence[SeatRow], muted: set[str]) -> None:
    """Drop what accounts that the caller has muted or blocked wrote as they declined."""
    for seat, seat_view in zip(seats, view.seats, strict=True):
        if seat_view.declined and (seat.declined or {}).get("account") in muted:
            seat_view.declined = msgspec.structs.replace(seat_view.declined, text=UNSET)


def may_watch(row: MatchRow, view: wire.Match) -> bool:
    """Whether the caller may see the table: without spectators, only those who sit there."""
    return row.spectators != "none" or any(seat.you is True for seat in view.seats)


async def _start_times(session: AsyncSession, matches: list[str]) -> dict[str, str]:
    """When matches began, by match: the time of their first entry."""
    query = sa.select(EntryRow.match, EntryRow.at).where(
        EntryRow.match.in_(matches), EntryRow.ply == 0
    )
    rows = (await session.execute(query)).all() if matches else ()
    return {match: at.isoformat() for match, at in rows}


async def _ratings_after(session: AsyncSession, matches: list[str]) -> dict[tuple[str, str], int]:
    """The ratings after matches, by match and account."""
    query = sa.select(ResultRow).where(ResultRow.match.in_(matches), ResultRow.after.is_not(None))
    rows = (await session.scalars(query)).all() if matches else ()
    return {(row.match, row.account): row.after for row in rows if row.after is not None}


async def seats_by_match(session: AsyncSession, matches: list[str]) -> dict[str, list[SeatRow]]:
    """The seats of each match, in order."""
    query = sa.select(SeatRow).where(SeatRow.match.in_(matches)).order_by(SeatRow.seat)
    by_match: dict[str, list[SeatRow]] = {match: [] for match in matches}
    for seat in (await session.scalars(query)).all():
        by_match[seat.match].append(seat)
    return by_match


def match_view(
    row: MatchRow,
    seats: list[SeatRow],
    title: str,
    caller: str | None,
    address: str,
    late: ListedHorizon | None = None,
    *,
    host_gone: bool = False,
) -> wire.Match:
    """The match as the caller may see it. Those who sit at an open table see `host_gone`."""
    view = _common(row, seats, title, caller)
    own = {seat.seat for seat in seats if caller and seat.account == caller}
    if late is not None:
        _show_public_version(view, late)
    elif row.spectators == "none" and not own:
        _add_result(view, row)
    else:
        _add_end(view, row)
    for number in own:
        times = read_state(row.times)
        view.auto_pass = auto_pass_rules.chosen_term(times, number)
        view.auto_answer = times is not None and number in times.answering
    if own:
        view.your_turn = row.status == "playing" and any(row.waiting >> n & 1 for n in own)
        view.host_gone = (host_gone and row.hosted_by != caller) or UNSET
    if caller and (own or caller in (row.creator, row.hosted_by)):
        view.invite = wire.Invite(url=f"{address}/join/{row.code}", code=row.code)
        for seat in seats if row.status == "open" else ():
            seat_view = view.seats[seat.seat]
            seat_view.declined = _from_json(seat.declined, wire.Declined)
            seat_view.confirm = (seat.account is not None and seat.confirmed < row.terms) or UNSET
            seat_view.swap = given(seat.swap)
    return view


def _common(row: MatchRow, seats: list[SeatRow], title: str, caller: str | None) -> wire.Match:
    terms = {name: getattr(row, name) for name in TERMS} | {
        "undo": undo_of(row, seats),
        "clock": msgspec.convert(row.clock, wire.ClockRule),
        "spectator_delay": _from_json(row.spectator_delay, wire.SpectatorDelay),
        "rated": given(row.rated),
    }
    return wire.Match(
        **terms,
        id=row.id,
        title=title,
        status=row.status,
        seats=[_seat_view(seat, caller) for seat in seats],
        ply=row.ply,
        creator=row.creator,
        host=row.hosted_by if row.status == "open" else UNSET,
        terms=(row.status == "open" and row.terms) or UNSET,
        created_at=row.created_at.isoformat(),
        origin=_from_json(row.origin, wire.Origin),
        unrated=row.unrated or UNSET,
        first_match=is_first_match(seats) or UNSET,
        lesson=given(lesson_in(seats)),
        seed_hash=row.seed_hash or UNSET,
    )


def _from_json(value: dict[str, Any] | None, type_: type[T]) -> T | UnsetType:
    """The value of a JSON column; UNSET if it is empty."""
    return msgspec.convert(value, type_) if value else UNSET


def _add_end(view: wire.Match, row: MatchRow) -> None:
    """Add the members about a pause or the end."""
    view.rematch = row.rematch or UNSET
    view.outcome = _from_json(row.outcome, wire.Outcome)
    if row.status == "paused":
        view.paused_for = row.paused_for or UNSET
    if row.status in OVER and row.state:
        view.seed = Match.from_bytes(row.state).seed.hex()


def _add_result(view: wire.Match, row: MatchRow) -> None:
    """Add what outsiders may know of the end of a match without spectators: of a public one the
    result, which profiles and ratings show too, without the scores; of a private one nothing.
    """
    if row.visibility == "public" and (outcome := _from_json(row.outcome, wire.Outcome)):
        view.outcome = msgspec.structs.replace(outcome, sheet=[])


def _show_public_version(view: wire.Match, late: ListedHorizon) -> None:
    """Replace the current state of a delayed match by what the public may see."""
    version = late.version
    view.status, view.ply = version.status, late.ply
    view.seats = [_public_seat(number, seat) for number, seat in enumerate(version.seats)]
    for number in late.returning:
        view.seats[number].yours_to_take = True
    view.paused_for = version.paused_for or UNSET


def _seat_view(seat: SeatRow, caller: str | None) -> wire.Seat:
    """A seat as the caller sees it."""
    if seat.invited:
        for_you = seat.invited == caller or UNSET
        return wire.Seat(seat=seat.seat, kind=seat.kind, invited=given(seat.name), for_you=for_you)
    view = _public_seat(seat.seat, seat)
    if caller and seat.account == caller:
        view.you = True
    if caller and seat.former == caller and not (seat.resigned or seat.account):
        view.yours_to_take = True
    return view


def _public_bot_name(bot: str | None) -> str | None:
    """The bot's public name; a lesson's rival appears as the guide."""
    return GUIDE.name if lesson_named(bot) else bot


def _public_seat(number: int, seat: PublicSeat | SeatRow) -> wire.Seat:
    """A seat as the public may see it."""
    return wire.Seat(
        seat=number,
        kind=seat.kind,
        name=seat.name or UNSET,
        bot=_public_bot_name(seat.bot) or UNSET,
        account=seat.account or UNSET,
        crest=seat.crest or UNSET,
        rating=seat.rating or UNSET,
        resigned=seat.resigned or UNSET,
        stands_in=seat.stands_in or UNSET,
    )
