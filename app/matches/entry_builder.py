"""Entry builder: describes what an entry changes, for the database and the room."""

from __future__ import annotations

from typing import Any

import msgspec

from app.clocks.service_time import ServiceClock
from app.clocks.state import ClockState, copy_of
from app.clocks.timekeeping import after_entry as clocks_after_entry
from app.infra.settings import BotSettings, PlaySettings
from app.infra.wall_clock import now
from app.matches.automation import auto_answer_rules, auto_pass_rules
from app.matches.automation.deadlines import Deadlines
from app.matches.automation.undo_grace import ends_turn
from app.matches.entry import (
    EntryWrite,
    bits,
    encode_events,
    encode_step,
    new_receipt,
    plain,
    strip_history,
    waited_for,
)
from app.matches.match_info import MatchInfo
from app.matches.outcomes import judged, with_resigned
from app.matches.replay_metadata import ReplayMetadata, metadata_of
from app.matches.room import Room
from engine.core import view as gate
from engine.core.lessons import Verdict
from engine.core.match import Match, Transition


class Entry(msgspec.Struct, frozen=True):
    """One entry: `kind` is answer, timeout, undo or show."""

    kind: str
    seat: int
    decision: str
    answer: Any = None
    key: str | None = None
    unsettled: tuple[int, int] | None = None  # the first snapshot that an undo takes back
    verdict: Verdict | None = None  # on the lesson that it ends


class EntryBuilder:
    """Builds the row values of entries from this process's settings and clock."""

    def __init__(
        self,
        service_clock: ServiceClock,
        deadlines: Deadlines,
        play: PlaySettings,
        bots: BotSettings,
    ) -> None:
        self.service_clock = service_clock
        self.deadlines = deadlines
        self.play = play
        self.bots = bots

    def describe(
        self, room: Room, match: Match, transition: Transition, entry: Entry
    ) -> EntryWrite:
        """The rows to write for an entry."""
        waiting = waited_for(transition.match)
        times = self._times_after(room, match, transition, entry)
        moment = now()
        due = self.deadlines.due_at(room.info, times, waiting)
        return EntryWrite(
            match=room.info.id,
            ply=transition.match.ply,
            edition=room.info.edition,
            state=strip_history(transition),
            status="finished" if transition.match.over else "playing",
            waiting=bits(waiting),
            due=self.service_clock.date() if transition.match.over else due,
            times=times,
            outcome=_outcome(room, transition, entry),
            at=moment,
            kind=entry.kind,
            seat=entry.seat,
            decision=entry.decision,
            answer=plain(entry.answer),
            key=entry.key,
            unsettled=entry.unsettled,
            told=encode_events(
                match.event_counts,
                transition.events,
                _metadata(room.info, match, transition, entry),
            ),
            receipt=new_receipt(),
            snapshots=[encode_step(step) for step in transition.ended_steps],
        )

    def _times_after(
        self, room: Room, match: Match, transition: Transition, entry: Entry
    ) -> ClockState | None:
        """The clock state after an entry; a show costs and gains no time, and ends no auto-pass."""
        if entry.kind == "show":
            return room.info.times
        info, play = room.info, self.play
        leaves_time = entry.kind == "answer" and ends_turn(
            info, match, transition.match, entry.seat
        )
        if info.times is None and not leaves_time:
            return None
        moment = self.service_clock.now()
        times = copy_of(info.times) if info.times else ClockState(at=moment)
        times.at = moment
        if info.clock.runs:
            waiting = waited_for(transition.match)
            clocks_after_entry(
                info.clock, times, entry.kind, entry.seat, info.timed, waiting, moment
            )
        auto_pass_rules.after_entry(play, room.game, times, transition, entry.seat)
        auto_answer_rules.after_entry(play, times, transition.match, transition.running.open)
        if leaves_time:
            times.bots_wait = moment + round(self.bots.undo_grace * 1000)
        return times


def _metadata(
    info: MatchInfo, match: Match, transition: Transition, entry: Entry
) -> ReplayMetadata:
    changed = bool(info.formers) or any(seat.resigned or seat.stands_in for seat in info.seats)
    return metadata_of(match, transition, entry.kind, entry.decision, info.seats, changed)


def _outcome(room: Room, transition: Transition, entry: Entry) -> bytes | None:
    if entry.verdict:
        return msgspec.json.encode(judged(room.info.seats, entry.verdict))
    outcome = transition.running.outcome if transition.match.over else None
    if outcome is None:
        return None
    resigned = [number for number, seat in enumerate(room.info.seats) if seat.resigned]
    return msgspec.json.encode(
        with_resigned(gate.result(room.game, outcome, room.info.names), resigned)
    )


def info_after(info: MatchInfo, change: EntryWrite) -> MatchInfo:
    """The match's facts once the change is committed."""
    offers = [offer for offer in info.offers if offer.kind != "undo"]
    if change.status == info.status and change.times is None and len(offers) == len(info.offers):
        return info
    outcome = msgspec.json.decode(change.outcome) if change.outcome else info.outcome
    over = change.status == "finished"
    return msgspec.structs.replace(
        info,
        status=change.status,
        ended_at=change.at if over else info.ended_at,
        outcome=outcome,
        times=change.times,
        offers=[] if over else offers,
    )
