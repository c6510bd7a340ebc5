"""Guest names: names of guests repeat and look like others', so at a table they are numbered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.accounts.confusables import skeleton
from app.accounts.names import folded


def numbered(guests: Mapping[int, str], others: Iterable[str]) -> dict[int, str]:
    """A name for each guest, by seat, that looks like no other at the table: `others` keep theirs,
    and guests of one name are numbered, as built-in bots are.
    """
    shown = {_key(name) for name in others}
    alike: dict[str, list[int]] = {}
    for seat, name in guests.items():
        alike.setdefault(_key(name), []).append(seat)
    alone = {key for key, seats in alike.items() if len(seats) == 1} - shown
    found = {seat: guests[seat] for key in alone for seat in alike[key]}
    shown |= alone
    for key, seats in alike.items():
        number = 1 if key not in shown else 2
        for seat in seats if key not in alone else ():
            while _key(f"{guests[seat]} {number}") in shown:
                number += 1
            found[seat] = f"{guests[seat]} {number}"
            shown.add(_key(found[seat]))
    return found


def _key(name: str) -> str:
    return skeleton(name) or folded(name)
