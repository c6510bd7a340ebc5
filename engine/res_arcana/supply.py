"""Supply: moves essences from the supply to a pool or a component, and back."""

from __future__ import annotations

from engine.res_arcana.essences import Essences, add
from engine.res_arcana.table import InPlay, Player, ResArcanaTable


def gain(table: ResArcanaTable, player: Player, mix: Essences, card: str) -> None:
    """Take essences from the supply because of a component."""
    if any(mix.values()):
        add(player.pool, mix)
        table.tell("gained", affects=(player.seat,), seat=player.seat, pool=mix, card=card)
    else:
        table.tell("no_effect", card=card)


def pay(table: ResArcanaTable, player: Player, mix: Essences, card: str) -> None:
    """Pay essences from the pool to the supply, for a component."""
    if any(mix.values()):
        drop(player, mix)
        table.tell("paid", affects=(player.seat,), seat=player.seat, pool=mix, card=card)


def lose(table: ResArcanaTable, player: Player, mix: Essences, card: str) -> None:
    """Lose essences from the pool to a rival's component."""
    drop(player, mix)
    table.tell("lost", affects=(player.seat,), seat=player.seat, pool=mix, card=card)


def put(table: ResArcanaTable, player: Player, on: InPlay, mix: Essences) -> None:
    """Put essences on a component in play."""
    if any(mix.values()):
        add(on.essences, mix)
        table.tell("put", affects=(player.seat,), seat=player.seat, pool=mix, card=on.id)


def drop(player: Player, mix: Essences) -> None:
    """Take essences out of a pool."""
    for kind, n in mix.items():
        player.pool[kind] -= n
