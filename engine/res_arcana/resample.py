"""Resampling: redeals what a viewer can't know.

First every card whose identity is hidden is exchanged for another that could equally be there: one
of another hidden hand, deck or pack, or one that was never dealt. Then hidden orders are shuffled.
Cards are sorted before they are dealt, and so are places that the viewer can't tell apart, so the
result depends on the viewer's knowledge and `rng` alone.
"""

from __future__ import annotations

from random import Random

from engine.core.event import Viewer
from engine.res_arcana.card import ARTIFACT, of_kind
from engine.res_arcana.draft import PACK_SIZE, taker
from engine.res_arcana.table import Player, ResArcanaTable

Renaming = dict[str, str]


def resample(table: ResArcanaTable, viewer: Viewer, rng: Random) -> None:
    """Redeal everything hidden from the viewer, in place."""
    _rename_artifacts(table, _new_names(table, viewer, rng))
    for player in table.players:
        _shuffle_deck(player, viewer, rng)
        player.loose.sort()
        player.never_seen.sort(key=player.deck.index)
        if player.seat != viewer:
            player.hand.sort()  # the order in which it was drawn is hidden
    _deal_mages(table, viewer, rng)
    _shuffle_draft(table, viewer, rng)
    known_top = table.players[viewer].seen_monuments if isinstance(viewer, int) else 0
    _shuffle_below(table.monuments, known_top, rng)


# -- identities


def _new_names(table: ResArcanaTable, viewer: Viewer, rng: Random) -> Renaming:
    """For every artifact that the viewer can't name, one that could be in its place."""
    secrets = _secrets(table, viewer)
    names: Renaming = {}
    for together in _seen_in_draft(table, viewer):
        group = [id for id in together if id in secrets]
        names.update(_permuted(group, group, rng))
    free = [id for id in secrets if id not in names]
    names.update(_permuted(free, free + _undealt(table), rng))
    return names


def _permuted(cards: list[str], among: list[str], rng: Random) -> Renaming:
    return dict(zip(cards, rng.sample(sorted(among), len(cards)), strict=True))


def _secrets(table: ResArcanaTable, viewer: Viewer) -> list[str]:
    """The artifacts in hands, decks and packs whose identity is hidden from the viewer."""
    secrets: list[str] = []
    for player in table.players:
        if player.seat == viewer:
            secrets += player.never_seen
        else:
            secrets += [id for id in player.hand + player.deck if id not in player.known]
    if table.stage == "draft" and table.draft is not None:
        for pack, pack_cards in enumerate(table.draft.left):
            place = len(table.draft.kept[pack])
            if taker(len(table.players), table.draft.deal, pack, place) != viewer:
                secrets += pack_cards
    return secrets


def _undealt(table: ResArcanaTable) -> list[str]:
    """The artifacts in the box."""
    dealt = {id for player in table.players for id in artifacts_of(player)}
    if table.stage == "draft" and table.draft is not None:
        dealt |= {id for pack in table.draft.left for id in pack}
    return [id for id in of_kind(ARTIFACT) if id not in dealt]


def artifacts_of(player: Player) -> list[str]:
    """All artifacts before a player, hidden or not."""
    return [*player.hand, *player.deck, *player.discards, *player.cards]


def _seen_in_draft(table: ResArcanaTable, viewer: Viewer) -> list[list[str]]:
    """Groups of draft cards that the viewer has seen and passed on to unknown takers."""
    draft = table.draft
    if draft is None or not isinstance(viewer, int):
        return []
    over: list[list[str]] = [[] for _ in draft.earlier]
    deals = [(0, draft.earlier, over), (draft.deal, draft.kept, draft.left)]
    return [
        group
        for deal, picks, remaining in deals
        for pack in range(len(picks))
        for group in _groups(table, viewer, deal, pack, picks[pack], remaining[pack])
    ]


def _groups(
    table: ResArcanaTable, viewer: int, deal: int, pack: int, picks: list[str], remaining: list[str]
) -> list[list[str]]:
    """Cards taken from a pack between two of the viewer's looks, and after the last one."""
    seats, cards = len(table.players), picks + remaining
    places = [place for place in range(len(picks) + 1) if place < PACK_SIZE]
    looks = [place for place in places if taker(seats, deal, pack, place) == viewer]
    return [
        cards[look + 1 : after] for look, after in zip(looks, [*looks, PACK_SIZE][1:], strict=True)
    ]


def _rename_artifacts(table: ResArcanaTable, names: Renaming) -> None:
    lists = [
        cards
        for player in table.players
        for cards in (player.hand, player.deck, player.never_seen, player.loose)
    ]
    if table.draft is not None:
        lists += table.draft.left + table.draft.kept + table.draft.earlier
    for cards in lists:
        cards[:] = [names.get(id, id) for id in cards]


# -- orders


def _shuffle_deck(player: Player, viewer: Viewer, rng: Random) -> None:
    """The owner knows the top cards they saw. Others know how many cards have never left the hand,
    and all cards that have been discarded; any other may be in any remaining place.
    """
    if player.seat == viewer:
        _shuffle_below(player.deck, player.seen_from_top, rng)
        return
    hidden_cards = [*player.hand, *player.deck]
    loose = [id for id in hidden_cards if id in player.loose]
    fixed = [id for id in hidden_cards if id not in loose and id not in player.known]
    unknown = sorted(id for id in hidden_cards if id not in player.known)
    rng.shuffle(unknown)
    later = sorted(unknown[len(fixed) :] + [id for id in loose if id in player.known])
    rng.shuffle(later)
    names = dict(zip([*fixed, *loose], [*unknown[: len(fixed)], *later], strict=True))
    for cards in (player.hand, player.deck, player.never_seen, player.loose):
        cards[:] = [names.get(id, id) for id in cards]


def _shuffle_below(deck: list[str], known_count: int, rng: Random) -> None:
    """Shuffle a deck below its known top cards."""
    hidden_cards = sorted(deck[: len(deck) - known_count])
    rng.shuffle(hidden_cards)
    deck[: len(hidden_cards)] = hidden_cards


def _shuffle_draft(table: ResArcanaTable, viewer: Viewer, rng: Random) -> None:
    """Others may have taken their cards from any of the packs that the viewer had not seen yet."""
    draft, seats = table.draft, len(table.players)
    if draft is None:
        return
    open_places: list[list[tuple[list[str], int]]] = [[] for _ in table.players]
    deals = [(0, draft.earlier), (draft.deal, draft.kept)]
    for deal, packs in deals:
        for pack, picks in enumerate(packs):
            takers = [taker(seats, deal, pack, place) for place in range(len(picks))]
            until = takers.index(viewer) if viewer in takers else len(takers)
            for place in range(until):
                open_places[takers[place]].append((picks, place))
    for places in open_places:
        cards = [picks[place] for picks, place in places]
        for (picks, place), id in zip(places, _permuted(cards, cards, rng).values(), strict=True):
            picks[place] = id


def _deal_mages(table: ResArcanaTable, viewer: Viewer, rng: Random) -> None:
    """Mages not chosen yet."""
    own = table.players[viewer].mages if isinstance(viewer, int) else []
    mages = [id for id in of_kind("mage") if id not in own]
    rng.shuffle(mages)
    for player in table.players:
        if player.seat != viewer:
            player.mages = [mages.pop() for _ in player.mages]
