"""The draft: keep one, pass the rest; four artifacts to the left, then four more to the right."""

from __future__ import annotations

from typing import Final

from engine.core.chance import shuffle
from engine.core.script import Option, at_once, choose
from engine.res_arcana.card import ARTIFACT, of_kind
from engine.res_arcana.decks import draw_hand
from engine.res_arcana.table import Draft, Player, ResArcanaTable

PACK_SIZE: Final = 4


def deal_packs(table: ResArcanaTable) -> None:
    """Four of the artifacts that are not out yet to each player."""
    out = {id for player in table.players for id in player.deck}
    artifacts = [id for id in of_kind(ARTIFACT) if id not in out]
    shuffle(table, artifacts)
    packs = [[artifacts.pop() for _ in range(PACK_SIZE)] for _ in table.players]
    earlier = table.draft.kept if table.draft else []
    table.draft = Draft(packs, [[] for _ in table.players], earlier)
    table.stage = "draft"
    table.tell("packs_dealt", n=table.draft.deal + 1)


def pack_of(table: ResArcanaTable, seat: int) -> int:
    """The number of the pack that lies before a seat now."""
    draft = table.draft
    assert draft is not None
    picks_made = sum(len(cards) for cards in draft.kept) // len(table.players)
    return (seat + picks_made if draft.deal else seat - picks_made) % len(table.players)


def taker(seats: int, deal: int, pack: int, place: int) -> int:
    """The seat that takes the card at a place (0 first) of a pack."""
    return (pack - place if deal else pack + place) % seats


async def keep_one(table: ResArcanaTable) -> None:
    """All players keep one card of the pack before them; the packs are passed on."""
    draft = table.draft
    assert draft is not None
    packs = {player.seat: pack_of(table, player.seat) for player in table.players}
    choices = await at_once(
        {
            seat: choose(
                seat,
                "keep",
                [Option(f"keep:{id}", n, (f"card:{id}",)) for n, id in enumerate(draft.left[pack])],
                public=True,
            )
            for seat, pack in packs.items()
        }
    )
    table.seal()
    for player in table.players:
        _keep(table, player, packs[player.seat], choices[player.seat])
    if not draft.left[0]:
        _end_of_packs(table)


def _keep(table: ResArcanaTable, player: Player, pack: int, place: int) -> None:
    draft = table.draft
    assert draft is not None
    id = draft.left[pack].pop(place)
    draft.kept[pack].append(id)
    player.deck.append(id)
    table.whisper(player.seat, "kept", affects=(player.seat,), seat=player.seat, card=id)


def _end_of_packs(table: ResArcanaTable) -> None:
    assert table.draft is not None
    if not table.draft.deal:
        deal_packs(table)
        return
    for player in table.players:
        shuffle(table, player.deck)
        draw_hand(table, player)
    table.stage = "mages"
