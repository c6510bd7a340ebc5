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

    See `verify_mainline`.
    """
    verify_mainline(game, export)
    return len(export["entries"])


def verify_mainline(game: Game[Any, Any], export: dict[str, Any]) -> Mainline:
    """Replay the export; returns the answers that stand. Raises NotVerified.

    For a match that ended other than by its last entry, checks the entries, and that the rules had
    not ended it. A match of older rules is replayed under today's, which verifies it unless a
    changed rule plays a part in it. Entries for questions that no longer exist are skipped, and
    questions added since (`Game.added_questions`) take their default.
    """
    seed = bytes.fromhex(export["seed"])
    if commitment(seed) != export["seed_hash"]:
        raise NotVerified("The seed is not the one announced at the start.")
    first_rules = export.get("first_rules", export["rules"])
    if game.rules < export["rules"]:
        raise NotVerified(f"This match was played under rules {export['rules']} of {game.title}.")
    try:
        return _replay(game, export, seed)
    except NotVerified as error:
        if game.rules == first_rules:
            raise
        raise NotVerified(f"{error} {_older_rules_note(game, first_rules)}") from None


def _older_rules_note(game: Game[Any, Any], first_rules: int) -> str:
    return (
        f"The match was started under rules {first_rules} of {game.title}, and these are rules "
        f"{game.rules}."
    )


def _replay(game: Game[Any, Any], export: dict[str, Any], seed: bytes) -> Mainline:
    transition = _start(game, export, seed)
    past = list(transition.ended_steps)
    start_decisions = [given.decision for given in transition.match.step.answers]
    plies: dict[str, int] = {}
    is_older = game.rules > export.get("first_rules", export["rules"])
    ids = AnsweredIds()
    for entry in export["entries"]:
        fitted_entry: dict[str, Any] | None = entry
        if is_older:
            transition, fitted_entry = _fit_entry(game, transition, past, entry, ids)
        if fitted_entry is not None:
            transition = _replay_entry(game, transition, past, fitted_entry)
            if fitted_entry["kind"] not in ("undo", "show"):
                plies[fitted_entry["decision"]] = entry.get("ply", 0)
    if transition.running.outcome != _agreed_outcome(game, transition, export):
        raise NotVerified("The entries lead to a different result.")
    if (sheet := export["outcome"]["sheet"]) and transition.running.outcome is None:
        _check_score(game, transition, sheet)
    steps = [*past, transition.match.step]
    is_kept = [given.decision in start_decisions for given in steps[0].answers]
    return Mainline(
        transition.match, steps, is_kept.index(False) if False in is_kept else len(is_kept), plies
    )


def _start(game: Game[Any, Any], export: dict[str, Any], seed: bytes) -> Transition:
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


def describe_end(export: dict[str, Any]) -> str:
    """The end in a few words, for people."""
    reason = export["outcome"]["reason"]
    return "by its rules" if reason in BY_RULES else f"otherwise: {reason}"


def _agreed_outcome(game: Game[Any, Any], transition: Transition, export: dict[str, Any]) -> Any:
    """The game's own outcome if the export agrees; None if the match ended otherwise."""
    claimed, own = export["outcome"], transition.running.outcome
    if claimed["reason"] in OF_LESSONS:
        return own
    if claimed["reason"] not in BY_RULES:
        return None
    if own is None:
        raise NotVerified("The entries do not end the match.")
    named = gate.result(game, own, export["players"])
    expected = with_resigned(named, export.get("resigned", []))
    return own if _without_args(expected) == _without_args(claimed) else None


def _without_args(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome as older exports have it: its lines have a text, but not the arguments of it."""
    sheet = [
        {**score, "lines": [{**line, "args": None} for line in score["lines"]]}
        for score in outcome["sheet"]
    ]
    return {**outcome, "sheet": sheet}


def _check_score(game: Game[Any, Any], transition: Transition, sheet: list[dict[str, Any]]) -> None:
    """Check that the score of a match that ended otherwise is the one it stood at."""
    expected = [(score.seat, score.total) for score in game.score_sheet(transition.running.table)]
    if expected != [(row["seat"], row["total"]) for row in sheet]:
        raise NotVerified("The entries lead to a different score.")


class AnsweredIds:
    """Maps the question ids of entries to today's.

    A skipped entry maps to the next answer of its seat: an undo of the former undoes the latter,
    too.
    """

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self._skipped: dict[int, list[str]] = {}

    def record_answer(self, entry: dict[str, Any], decision: str) -> None:
        for id in (*self._skipped.pop(entry["seat"], ()), entry["decision"]):
            self._ids[id] = decision

    def record_skip(self, entry: dict[str, Any]) -> None:
        self._skipped.setdefault(entry["seat"], []).append(entry["decision"])

    def find_undone(self, entry: dict[str, Any], match: Match) -> str | None:
        """The id of the answer that an undo takes back; None if it covers only skipped entries.

        Without a known id, an open question of the seat stands for its last answer.
        """
        seat, decision = entry["seat"], entry["decision"]
        skipped = self._skipped.get(seat, [])
        known = self._ids.get(decision)
        if known is None and skipped:
            del skipped[skipped.index(decision) if decision in skipped else -1 :]
            return None
        self._skipped.pop(seat, None)
        return known or next(
            (decision.id for decision in match.decisions if decision.seat == seat), None
        )


def _fit_entry(
    game: Game[Any, Any],
    transition: Transition,
    past: list[Step],
    entry: dict[str, Any],
    ids: AnsweredIds,
) -> tuple[Transition, dict[str, Any] | None]:
    """Fit an entry of older rules to today's.

    Returns the match with questions added since answered by default, and the entry under today's
    question id, or None if its question no longer exists. `ids` maps the ids so far.
    """
    if entry["kind"] == "show":
        return transition, entry
    if entry["kind"] == "undo":
        known = ids.find_undone(entry, transition.match)
        return transition, None if known is None else {**entry, "decision": known}
    while (decision := _question_for(transition, entry)) is None:
        later = [
            decision
            for decision in transition.match.decisions
            if decision.prompt in game.added_questions
        ]
        if not later:
            ids.record_skip(entry)
            return transition, None
        default = transition.running.open[transition.match.decisions.index(later[0])].default()
        transition = answer(game, transition.match, later[0].seat, later[0].id, default)
        past += transition.ended_steps
    ids.record_answer(entry, decision)
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


def _replay_entry(
    game: Game[Any, Any], transition: Transition, past: list[Step], entry: dict[str, Any]
) -> Transition:
    """Replay an entry; keeps `past`, the ended steps that stand, up to date."""
    match = transition.match
    try:
        if entry["kind"] == "undo":
            transition = _replay_undo(game, match, past, entry)
        elif entry["kind"] == "show":
            given = entry["answer"]
            transition = show(game, match, entry["seat"], given["card"], given["to"])
        else:
            transition = answer(game, match, entry["seat"], entry["decision"], entry["answer"])
    except EngineError as error:
        raise NotVerified(f"Entry {entry['ply']} is not legal: {error}") from None
    past += transition.ended_steps
    return transition


def _replay_undo(
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
