"""Options that name components of the game's own catalogue: the form shows them to be chosen."""

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
    """What a list of ids is to hold, for `Meta(extra_json_schema=…)`; it may always be empty.

    `kind` is that of the components. Either one is named for each seat (`by_seat`), the same for
    several if they like, unless the option `different` is on; or `count` different ones and
    `more_by_seat` more for each seat, no two with the same fact `apart`. `ordered`: their order
    means something.
    """
    said = {
        "kind": kind,
        "count": count,
        "more_by_seat": more_by_seat,
        "by_seat": by_seat,
        "different": different,
        "apart": apart,
        "ordered": ordered,
    }
    return {"picks": {name: value for name, value in said.items() if value}}
