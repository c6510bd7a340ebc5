"""Verification: replays an export; the same seed and entries must lead to the same end."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from app.matches.fork import begin_from, read_start
from app.matches.outcomes import with_resigned
from engine.bots.mainline import Mainline
from engine.core import view as gate
from engine.core.chance import commitment
from engine.core.errors import EngineError
from engine.core.game import Game
from engine.core.match import Match, Transition, answer, new_match
from engine.core.shows import show
from engine.core.step import Step
from engine.core.undo import undo

BY_RULES = ("finished", "limit")
"""Reasons of an end by the rules of the game."""

OF_LESSONS = ("solved", "failed")
"""Reasons of the end of a lesson, which may be the end of the game too."""


class NotVerified(Exception):
    """The export is inconsistent; `str(error)` says where."""


def verify(game: Game[Any, Any], export: dict[str, Any]) -> int:
    """Replay the export; returns the number of entries. Raises NotVerified.

    See `verified_line`.
    """
    verified_line(game, export)
    return len(export["entries"])


def verified_line(game: Game[Any, Any], export: dict[str, Any]) -> Mainline:
    """Replay the export; returns the answers that stand. Raises NotVerified.

    For a match that ended other than by its last entry, checks the entries, and that the rules had
    not ended it. A match of older rules is replayed under today's, which verifies it unless a
    changed rule plays a part in it. Entries for questions that no longer exist are skipped, and
    questions added since (`Game.later_questions`) take their default.
    """
    seed = bytes.fromhex(export["seed"])
    if commitment(seed) != export["seed_hash"]:
        raise NotVerified("The seed is not the one announced at the start.")
    since = export.get("first_rules", export["rules"])
    if game.rules < export["rules"]:
        raise NotVerified(f"This match was played under rules {export['rules']} of {game.title}.")
    try:
        return _played_again(game, export, seed)
    except NotVerified as error:
        if game.rules == since:
            raise
        raise NotVerified(f"{error} {_older(game, since)}") from None


def _older(game: Game[Any, Any], since: int) -> str:
    return (
        f"The match was started under rules {since} of {game.title}, and these are rules "
        f"{game.rules}."
    )


def _played_again(game: Game[Any, Any], export: dict[str, Any], seed: bytes) -> Mainline:
    transition = _begun(game, export, seed)
    past = list(transition.ended_steps)
    begun = [given.decision for given in transition.match.step.answers]
    plies: dict[str, int] = {}
    older = game.rules > export.get("first_rules", export["rules"])
    ids = Answered()
    for entry in export["entries"]:
        fitted: dict[str, Any] | None = entry
        if older:
            transition, fitted = _fitted(game, transition, past, entry, ids)
        if fitted is not None:
            transition = _again(game, transition, past, fitted)
            if fitted["kind"] not in ("undo", "show"):
                plies[fitted["decision"]] = entry.get("ply", 0)
    if transition.running.outcome != _claimed(game, transition, export):
        raise NotVerified("The entries lead to a different result.")
    if (sheet := export["outcome"]["sheet"]) and transition.running.outcome is None:
        _check_standing(game, transition, sheet)
    steps = [*past, transition.match.step]
    kept = [given.decision in begun for given in steps[0].answers]
    return Mainline(
        transition.match, steps, kept.index(False) if False in kept else len(kept), plies
    )


def _begun(game: Game[Any, Any], export: dict[str, Any], seed: bytes) -> Transition:
    """The start: of the game or, for a fork, the one in the export."""
    seats = len(export["players"])
    options = game.stored_options(export["options"])
    if "start" not in export:
        return new_match(game, options, seats, seed)
    try:
        start = read_start(export["start"], seed)
        start.step.rules = start.step.rules or export.get("first_rules", export["rules"])
        return begin_from(game, start, options, seats)
    except (ValueError, EngineError):
        raise NotVerified("The match can't start from the given position.") from None


def how_it_ended(export: dict[str, Any]) -> str:
    """The end in a few words, for people."""
    reason = export["outcome"]["reason"]
    return "by its rules" if reason in BY_RULES else f"otherwise: {reason}"


def _claimed(game: Game[Any, Any], transition: Transition, export: dict[str, Any]) -> Any:
    """The game's own outcome if the export agrees; None if the match ended otherwise."""
    claimed, own = export["outcome"], transition.running.outcome
    if claimed["reason"] in OF_LESSONS:
        return own
    if claimed["reason"] not in BY_RULES:
        return None
    if own is None:
        raise NotVerified("The entries do not end the match.")
    named = gate.result(game, own, export["players"])
    stood = with_resigned(named, export.get("resigned", []))
    return own if _without_args(stood) == _without_args(claimed) else None


def _without_args(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome as older exports have it: its lines have a text, but not the arguments of it."""
    sheet = [
        {**score, "lines": [{**line, "args": None} for line in score["lines"]]}
        for score in outcome["sheet"]
    ]
    return {**outcome, "sheet": sheet}


def _check_standing(
    game: Game[Any, Any], transition: Transition, sheet: list[dict[str, Any]]
) -> None:
    """Check that the score of a match that ended otherwise is the one it stood at."""
    stood = [
        (standing.seat, standing.total) for standing in game.score_sheet(transition.running.table)
    ]
    if stood != [(row["seat"], row["total"]) for row in sheet]:
        raise NotVerified("The entries lead to a different score.")


class Answered:
    """Maps the question ids of entries to today's.

    A skipped entry maps to the next answer of its seat: an undo of the former undoes the latter,
    too.
    """

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self._left_out: dict[int, list[str]] = {}

    def answered(self, entry: dict[str, Any], decision: str) -> None:
        for id in (*self._left_out.pop(entry["seat"], ()), entry["decision"]):
            self._ids[id] = decision

    def left_out(self, entry: dict[str, Any]) -> None:
        self._left_out.setdefault(entry["seat"], []).append(entry["decision"])

    def undone(self, entry: dict[str, Any], match: Match) -> str | None:
        """The id of the answer that an undo takes back; None if it covers only skipped entries.

        Without a known id, an open question of the seat stands for its last answer.
        """
        seat, decision = entry["seat"], entry["decision"]
        left_out = self._left_out.get(seat, [])
        known = self._ids.get(decision)
        if known is None and left_out:
            del left_out[left_out.index(decision) if decision in left_out else -1 :]
            return None
        self._left_out.pop(seat, None)
        return known or next(
            (decision.id for decision in match.decisions if decision.seat == seat), None
        )


def _fitted(
    game: Game[Any, Any],
    transition: Transition,
    past: list[Step],
    entry: dict[str, Any],
    ids: Answered,
) -> tuple[Transition, dict[str, Any] | None]:
    """Fit an entry of older rules to today's.

    Returns the match with questions added since answered by default, and the entry under today's
    question id, or None if its question no longer exists. `ids` maps the ids so far (`Answered`).
    """
    if entry["kind"] == "show":
        return transition, entry
    if entry["kind"] == "undo":
        known = ids.undone(entry, transition.match)
        return transition, None if known is None else {**entry, "decision": known}
    while (decision := _question_for(transition, entry)) is None:
        later = [
            decision
            for decision in transition.match.decisions
            if decision.prompt in game.later_questions
        ]
        if not later:
            ids.left_out(entry)
            return transition, None
        default = transition.running.open[transition.match.decisions.index(later[0])].default()
        transition = answer(game, transition.match, later[0].seat, later[0].id, default)
        past += transition.ended_steps
    ids.answered(entry, decision)
    return transition, {**entry, "decision": decision}


def _question_for(transition: Transition, entry: dict[str, Any]) -> str | None:
    """The id of the open question of the entry's seat that accepts its answer."""
    for known, question in zip(transition.match.decisions, transition.running.open, strict=True):
        if known.seat == entry["seat"]:
            try:
                question.read(entry["answer"])
            except EngineError:
                continue
            return known.id
    return None


def _again(
    game: Game[Any, Any], transition: Transition, past: list[Step], entry: dict[str, Any]
) -> Transition:
    """Replay an entry; keeps `past`, the ended steps that stand, up to date."""
    match = transition.match
    try:
        if entry["kind"] == "undo":
            transition = _undone(game, match, past, entry)
        elif entry["kind"] == "show":
            given = entry["answer"]
            transition = show(game, match, entry["seat"], given["card"], given["to"])
        else:
            transition = answer(game, match, entry["seat"], entry["decision"], entry["answer"])
    except EngineError as error:
        raise NotVerified(f"Entry {entry['ply']} is not legal: {error}") from None
    past += transition.ended_steps
    return transition


def _undone(
    game: Game[Any, Any], match: Match, past: list[Step], entry: dict[str, Any]
) -> Transition:
    agreed = entry["answer"] == {"agreed": True}
    steps = past if agreed else past[len(past) - min(match.undo_depth, len(past)) :]
    whole = structs.replace(match, past=list(steps), undo_depth=len(steps))
    transition = undo(game, whole, entry["seat"], entry["decision"], agreed=agreed)
    first = (
        transition.ended_steps[0] if transition.ended_steps else transition.match.step
    ).checkpoint
    for index, step in enumerate(past):
        if step.checkpoint is first:
            del past[index:]
            break
    return transition
