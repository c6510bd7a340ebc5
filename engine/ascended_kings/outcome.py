"""Outcome: Koru and the winner."""

from __future__ import annotations

from engine.ascended_kings.box import BLOODSTONES, KORU, TIE_BREAK
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.gems import YLEM
from engine.ascended_kings.table import Character, KingsTable
from engine.ascended_kings.wounds import is_prismatic
from engine.core.outcome import Outcome, Score, ScoreLine, by_total


def outcome(table: KingsTable) -> Outcome | None:
    """The result: all four Bloodstones on the Omega Stone win outright, else Koru decides."""
    if not table.over:
        return None
    sheet = score_sheet(table)
    if table.claimed >= 0 and table.characters[table.claimed].bloodstones == BLOODSTONES.value:
        others = by_total([score for score in sheet if score.seat != table.claimed])
        return Outcome([[table.claimed], *others.ranks], sheet)
    _break_ties(table, sheet)
    return by_total(sheet, reason="finished" if table.claimed >= 0 else "limit")


def _break_ties(table: KingsTable, sheet: list[Score]) -> None:
    """Players tied for first earn further Koru; if still tied, it is a draw."""
    best = max(score.total for score in sheet)
    tied = [score for score in sheet if score.total == best]
    if len(tied) > 1:
        for score in tied:
            points = tie_break(table.characters[score.seat])
            score.lines.append(ScoreLine("tie_break", points))
            score.total += points


def score_sheet(table: KingsTable) -> list[Score]:
    """Each player's current Koru."""
    return [koru(table, character) for character in table.characters]


def koru(table: KingsTable, character: Character) -> Score:
    """One player's sheet."""
    counts = {
        "omega": int(table.claimed == character.seat),
        "bloodstones": character.bloodstones,
        "never_killed": int(not character.killed),
        "transmutations": completed(character),
        "ylem": character.pool[YLEM],
    }
    lines = [ScoreLine(key, KORU[key] * count, {"n": count}) for key, count in counts.items()]
    return Score(character.seat, sum(line.points for line in lines), lines)


def completed(character: Character) -> int:
    """Completed Transmutations, a Prismatic Inscription among them."""
    return len(character.transmuted) + is_prismatic(character)


def tie_break(character: Character) -> int:
    """Further Koru for players tied for first: level and hand (R72)."""
    hand = [CARDS[card] for card in character.hand]
    card_bonus = sum(TIE_BREAK[card.koru] for card in hand if card.koru)
    return TIE_BREAK["level"] * character.level + sum(card.level for card in hand) + card_bonus
