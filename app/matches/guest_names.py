"""Guest names: numbers the guests at a table whose names are equal to, or look like, another's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.accounts.confusables import skeleton
from app.accounts.names import folded


def numbered(guests: Mapping[int, str], others: Iterable[str]) -> dict[int, str]:
    """A distinct name for each guest, by seat: `others` keep their names, and guests of one name
    are numbered, as built-in bots are.
    """
    used_keys = {_key(name) for name in others}
    alike: dict[str, list[int]] = {}
    for seat, name in guests.items():
        alike.setdefault(_key(name), []).append(seat)
    alone = {key for key, seats in alike.items() if len(seats) == 1} - used_keys
    names = {seat: guests[seat] for key in alone for seat in alike[key]}
    used_keys |= alone
    for key, seats in alike.items():
        number = 1 if key not in used_keys else 2
        for seat in seats if key not in alone else ():
            while _key(f"{guests[seat]} {number}") in used_keys:
                number += 1
            names[seat] = f"{guests[seat]} {number}"
            used_keys.add(_key(names[seat]))
    return names


def _key(name: str) -> str:
    return skeleton(name) or folded(name)
