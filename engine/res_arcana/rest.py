"""Rest: checks that a table could be at rest between two steps, for positions written by hand."""

from __future__ import annotations

from engine.core.errors import NotationError
from engine.res_arcana.draft import PACK_SIZE
from engine.res_arcana.match_play import undecided
from engine.res_arcana.resample import artifacts_of
from engine.res_arcana.setup import MAGES_DEALT
from engine.res_arcana.table import ResArcanaTable


def check_rest(table: ResArcanaTable) -> None:
    """Raise NotationError if no step can follow from the table."""
    match table.stage:
        case "draft":
            _check_draft(table)
            _check_dealt_mages(table)
        case "mages":
            _check_dealt_mages(table)
        case "items":
            _check_items(table)
        case "offer":
            _need(table.options.mode == "match", "an offer belongs to match play")
            _need(bool(table.offer), "the offer is empty")
            _check_mages(table)
            _check_drafted(table)
        case "first_player":
            _need(bool(table.winners) and undecided(table), "no further game follows")
            _check_mages(table)
        case "over":
            _need(bool(table.winners) and not undecided(table), "the match has not been won")
        case "collect" | "actions" | "victory":
            _check_play(table)


def _check_draft(table: ResArcanaTable) -> None:
    draft, seats = table.draft, len(table.players)
    _need(draft is not None and len(draft.left) == seats, "one pack for each seat")
    assert draft is not None
    _need(len(draft.earlier) in (0, seats), "one earlier pack for each seat, or none")
    sizes = {len(left) for left in draft.left}
    _need(len(sizes) == 1 and 0 not in sizes, "packs of one size")
    _need(
        all(len(pack) + len(draft.kept[n]) == PACK_SIZE for n, pack in enumerate(draft.left)),
        f"packs of {PACK_SIZE} cards, left and kept",
    )
    _need(
        all(len(pack) == PACK_SIZE for pack in draft.earlier), f"earlier packs of {PACK_SIZE} cards"
    )


def _check_items(table: ResArcanaTable) -> None:
    """R58: counter-clockwise, the First Player is the last."""
    _check_mages(table)
    after = (table.turn - table.first) % len(table.players)
    for player in table.clockwise(table.first):
        waits = (player.seat - table.first) % len(table.players) <= after
        _need(bool(player.item) != waits, f"p{player.seat} takes a magic item in its turn")


def _check_play(table: ResArcanaTable) -> None:
    _check_mages(table)
    _need(table.round > 0, "rounds are counted from 1")
    for player in table.players:
        _need(bool(player.item), f"p{player.seat} needs a magic item")
    if table.stage == "actions":
        _need(not table.players[table.turn].passed, f"p{table.turn} has passed")


def _check_drafted(table: ResArcanaTable) -> None:
    """While artifacts are drafted from the offer, they are nowhere else."""
    cards = list(table.offer)
    for player in table.players:
        cards += player.drafted
        _need(len(artifacts_of(player)) == 1, f"p{player.seat} has only a mage and drafted cards")
    _need(len(set(cards)) == len(cards), "a card was drafted twice")


def _check_dealt_mages(table: ResArcanaTable) -> None:
    for player in table.players:
        _need(len(player.mages) == MAGES_DEALT, f"p{player.seat} needs two mages")
        _need(not player.mage, f"p{player.seat} has a mage already")


def _check_mages(table: ResArcanaTable) -> None:
    for player in table.players:
        _need(bool(player.mage), f"p{player.seat} needs a mage")


def _need(holds: bool, why: str) -> None:
    if not holds:
        raise NotationError(why)
