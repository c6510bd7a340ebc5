"""First matches, played out: the learner's answers by a function, the rival's by the guide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from msgspec import Struct, field

from engine.bots.bot import Bot
from engine.bots.budget import Iterations
from engine.bots.greedy_bot import BOT as GREEDY
from engine.bots.guide import GUIDE
from engine.bots.position import Position
from engine.bots.random_bot import random_answer
from engine.core.first_match import (
    LEARNER,
    FirstMatch,
    MetNote,
    first_match_of,
    frame_of,
    met_notes,
    scripted_answer,
)
from engine.core.game import Game
from engine.core.match import answer, new_match
from engine.core.outcome import Outcome
from engine.core.running_table import RunningTable
from engine.core.script import Question
from engine.testing.battery import Case, battery, game_alone

MIN_NOTES = 10
"""Notes that a line of play should meet."""
MIN_TEACHING_SHARE = 0.95
"""The share of random lines that must meet them."""


class PlayedFirstMatch(Struct):
    """A first match played to its end."""

    outcome: Outcome | None = None
    decisions: int = 0
    learner_answers: list[tuple[str, Any]] = field(default_factory=list)  # prompt and answer
    rival_answers: list[tuple[str, Any]] = field(default_factory=list)  # the same of the guide
    proposed: int = 0  # decisions for which an answer was proposed
    missed: int = 0  # those before the end of the proposals for which none was
    met: list[MetNote] = field(default_factory=list)
    regions: set[str] = field(default_factory=set)  # what notes point at on the page
    dangling_notes: list[MetNote] = field(default_factory=list)  # those that point at nothing
    checked: int = 0  # notes whose cards were looked at
    notes_of_unusable_cards: list[str] = field(default_factory=list)


Choose = Callable[[Position, PlayedFirstMatch], Any]
"""The learner's answer to a question, and the match so far."""


@battery("The first match teaches, along its proposals and along random answers", game_alone)
def first_match(case: Case) -> None:
    written = first_match_of(case.game)
    case.require(written, "there is no first_match.json")
    assert written is not None
    proposed = play(case.game, by_proposals(written))
    assert proposed.outcome is not None, "the first match does not end"
    assert not proposed.missed, f"{proposed.missed} proposals are not legal"
    lines = [proposed, *(play(case.game, by_chance(n)) for n in range(3 * case.effort))]
    for line in lines:
        assert not line.dangling_notes, f"notes point at nothing: {line.dangling_notes}"
    assert teaching_share(lines) >= MIN_TEACHING_SHARE, "random lines meet too few notes"


def play(
    game: Game[Any, Any], choose: Choose, card_kinds: frozenset[str] = frozenset()
) -> PlayedFirstMatch:
    """The first match of a game, to its end. `card_kinds` are the kinds of components that players
    hold, use and choose: a note should name none that can't be used.
    """
    first_match = first_match_of(game)
    assert first_match is not None
    transition = new_match(game, first_match.options, 2, first_match.seed_bytes)
    played, since = PlayedFirstMatch(), list(transition.events)
    while not transition.match.over:
        match, running = transition.match, transition.running
        number, question = next(
            (n, asked) for n, asked in enumerate(running.open) if not asked.optional
        )
        seat, decision = question.seat, match.decisions[number].id
        position = Position(game, match, seat, decision)
        if seat == LEARNER:
            _check_frame(game, first_match, played, running, question, since)
            _check_cards(first_match, played, question, cards_by_name(game, card_kinds))
            since = []
            given = choose(position, played)
            played.learner_answers.append((question.prompt, given))
            played.decisions += 1
        else:
            given = GUIDE.choose(position, Iterations(None), Random(0))
            played.rival_answers.append((question.prompt, given))
        transition = answer(game, match, seat, decision, given)
        since += transition.events
    played.outcome = game.outcome(transition.running.table)
    return played


def _check_frame(
    game: Game[Any, Any],
    first_match: FirstMatch,
    played: PlayedFirstMatch,
    running: RunningTable,
    question: Question,
    since: list[Any],
) -> None:
    """Meet the notes of a frame, and check that each points at something."""
    round = game.turn(running.table).round
    frame = frame_of(question, since, round)
    visible_targets = targets_in(game.view(running.table, LEARNER), question)
    for met_note in met_notes(first_match.notes, frame, {note.id for note in played.met}):
        played.met.append(met_note)
        if ":" not in met_note.target:
            played.regions.add(met_note.target)
        elif met_note.target not in visible_targets:
            played.dangling_notes.append(met_note)
    if may_propose(first_match, played):
        proposal = scripted_answer(first_match.proposals, question, round)
        played.proposed += proposal is not None
        played.missed += proposal is None


def may_propose(first_match: FirstMatch, played: PlayedFirstMatch) -> bool:
    """Whether an answer may be proposed, as the page decides it (`table/guide/guide.svelte.ts`)."""
    has_ended = first_match.proposed_until in {note.id for note in played.met}
    return played.decisions < first_match.proposed and not has_ended


def _check_cards(
    first_match: FirstMatch, played: PlayedFirstMatch, question: Question, cards: dict[str, str]
) -> None:
    """Notes that a frame has met name only cards that can be used."""
    texts = {note.id: note.text for note in first_match.notes}
    for id in {note.id for note in played.met[played.checked :]}:
        if any(name in texts[id] and card not in usable(question) for name, card in cards.items()):
            played.notes_of_unusable_cards.append(id)
    played.checked = len(played.met)


@cache
def cards_by_name(game: Game[Any, Any], kinds: frozenset[str]) -> dict[str, str]:
    """The ids of the cards of a game, by name."""
    return {
        component.name: component.id for component in game.catalogue() if component.kind in kinds
    }


def usable(question: Question) -> set[str]:
    """The cards that its options are about."""
    targets = {target for option in question.options for target in option.targets}
    return {target.removeprefix("card:") for target in targets}


def targets_in(view: Any, question: Question) -> set[str]:
    """Everything that a view or a question's options name, in the form of targets."""
    named = {target for option in question.options for target in option.targets}
    words = set(_words(view))
    words |= {word[1:] for word in words if word[:1] == "p" and word[1:].isdigit()}
    kinds = ("card", "player", "battlefield")
    return named | {f"{kind}:{word}" for kind in kinds for word in words}


def _words(view: Any) -> Iterator[str]:
    if isinstance(view, dict):
        for key, part in view.items():
            yield key
            yield from _words(part)
    elif isinstance(view, (list, tuple)):
        for part in view:
            yield from _words(part)
    elif isinstance(view, str):
        yield view


def by_chance(seed: int) -> Choose:
    """Any legal answer."""
    rng = Random(seed)
    return lambda position, played: random_answer(position.question, rng)


def by_proposals(first_match: FirstMatch, otherwise: Bot = GREEDY) -> Choose:
    """The proposed answers, and those of a bot where none is proposed."""

    def choose(position: Position, played: PlayedFirstMatch) -> Any:
        proposal = scripted_answer(first_match.proposals, position.question, position.turn.round)
        if proposal is not None and may_propose(first_match, played):
            return proposal.answer
        return otherwise.choose(position, Iterations(None), Random(played.decisions))

    return choose


def teaching_share(lines: Sequence[PlayedFirstMatch]) -> float:
    """The share of the lines that meet enough notes."""
    return sum(len(line.met) >= MIN_NOTES for line in lines) / len(lines)
