"""Picks: options whose values are components of the game's catalogue, which the form displays."""

from __future__ import annotations

from typing import Any


def picks(
    kind: str,
    count: int = 0,
    *,
    more_by_seat: int = 0,
    by_seat: bool = False,
    different: str = "",
    apart: str = "",
    ordered: bool = False,
) -> dict[str, Any]:
    """Constraints on a list of ids, for `Meta(extra_json_schema=…)`; the list may always be empty.

    `kind` is the kind of the components. The list names either one component for each seat
    (`by_seat`; repeats are allowed unless the option `different` is on), or `count` different ones
    plus `more_by_seat` for each seat, no two with the same fact `apart`. `ordered`: their order
    matters.
    """
    constraints = {
        "kind": kind,
        "count": count,
        "more_by_seat": more_by_seat,
        "by_seat": by_seat,
        "different": different,
        "apart": apart,
        "ordered": ordered,
    }
    return {"picks": {name: value for name, value in constraints.items() if value}}
