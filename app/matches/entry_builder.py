"""What an entry does to its match, described for the database and for the room."""

from __future__ import annotations

from typing import Any

import msgspec

from app.clocks.state import Times, copy_of
from app.clocks.state import entered as clocks_entered
from app.container import Services
from app.infra.database import now
from app.matches import auto_answer_rules, auto_pass_rules
from app.matches.deadlines import due_at
from app.matches.entry import (
    Change,
    bits,
    encode_step,
    encode_telling,
    new_receipt,
    plain,
    put_past_away,
    waited_for,
)
from app.matches.outcomes import with_resigned
from app.matches.replay_metadata import Trail, trail_of
from app.matches.room import Facts, Room
from app.matches.undo_grace import ends_turn
from engine.core import view as gate
from engine.core.match import Match, Taken


class Entry(msgspec.Struct, frozen=True):
    """One entry: `kind` is answer, timeout, undo or show."""

    kind: str
    seat: int
    decision: str
    answer: Any = None
    key: str | None = None


def describe(services: Services, room: Room, match: Match, taken: Taken, entry: Entry) -> Change:
    """The change of the match's rows."""
    waiting = waited_for(taken.match)
    times = _times_after(services, room, match, taken, entry)
    moment = now()
    due = due_at(services.settings, services.served, room.facts, times, waiting)
    return Change(
        match=room.facts.id,
        ply=taken.match.ply,
        edition=room.facts.edition,
        state=put_past_away(taken),
        status="finished" if taken.match.over else "playing",
        waiting=bits(waiting),
        due=services.served.date() if taken.match.over else due,
        times=times,
        outcome=_outcome(room, taken),
        at=moment,
        kind=entry.kind,
        seat=entry.seat,
        decision=entry.decision,
        answer=plain(entry.answer),
        key=entry.key,
        told=encode_telling(match.told, taken.events, _trail(room.facts, match, taken, entry)),
        receipt=new_receipt(),
        snapshots=[encode_step(step) for step in taken.settled],
    )


def _trail(facts: Facts, match: Match, taken: Taken, entry: Entry) -> Trail:
    changed = bool(facts.formers) or any(one.resigned or one.stands_in for one in facts.seats)
    return trail_of(match, taken, entry.kind, entry.decision, facts.seats, changed)


def _times_after(
    services: Services, room: Room, match: Match, taken: Taken, entry: Entry
) -> Times | None:
    """A show costs no time and wins none; it ends no auto-pass."""
    if entry.kind == "show":
        return room.facts.times
    facts, settings, moment = room.facts, services.settings, services.served.now()
    leaves_time = entry.kind == "answer" and ends_turn(facts, match, taken.match, entry.seat)
    if facts.times is None and not leaves_time:
        return None
    times = copy_of(facts.times) if facts.times else Times(at=moment)
    times.at = moment
    if facts.clock.runs:
        waiting = waited_for(taken.match)
        clocks_entered(facts.clock, times, entry.kind, entry.seat, facts.timed, waiting, moment)
    auto_pass_rules.entered(settings, room.game, times, taken, entry.seat)
    auto_answer_rules.entered(settings, times, taken.match, taken.live.open)
    if leaves_time:
        times.bots_wait = moment + round(settings.undo_grace * 1000)
    return times


def _outcome(room: Room, taken: Taken) -> bytes | None:
    outcome = taken.live.outcome if taken.match.over else None
    if outcome is None:
        return None
    resigned = [number for number, seat in enumerate(room.facts.seats) if seat.resigned]
    return msgspec.json.encode(
        with_resigned(gate.result(room.game, outcome, room.facts.names), resigned)
    )


def facts_after(facts: Facts, change: Change) -> Facts:
    """What is known of the match once the change is committed."""
    offers = [offer for offer in facts.offers if offer.kind != "undo"]
    if change.status == facts.status and change.times is None and len(offers) == len(facts.offers):
        return facts
    outcome = msgspec.json.decode(change.outcome) if change.outcome else facts.outcome
    over = change.status == "finished"
    return msgspec.structs.replace(
        facts,
        status=change.status,
        ended_at=change.at if over else facts.ended_at,
        outcome=outcome,
        times=change.times,
        offers=[] if over else offers,
    )
