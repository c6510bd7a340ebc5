"""Security in the OpenAPI document: what each endpoint demands of its caller.

The dependencies that find callers are marked with `demands`; an endpoint's demand is the strictest
of those of its route.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from fastapi.dependencies.models import Dependant

from app.wire.literals import Scope, StaffRole

D = TypeVar("D", bound=Callable[..., Any])
SCHEMES: dict[str, Any] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of `POST /bots` or `POST /me/tokens`; begins `cnc_`. The scopes "
        "that it needs are listed with each operation.",
    },
    "account": {
        "type": "http",
        "scheme": "bearer",
        "description": "The `token` of `POST /guests`, `POST /accounts` or `POST /sessions`: the "
        "secret of a session, which may do everything.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "session",
        "description": "The same secret as a cookie, for pages of this server: writes must come "
        "from its own origin.",
    },
}
STAFF: dict[StaffRole, str] = {
    "moderator": "a moderator or an operator",
    "operator": "an operator",
}
MARK = "demand"


class Demand(NamedTuple):
    """`scope`: what a token needs; none: tokens with scopes are refused. `optional`: whether
    callers without an account are welcome. `role`: what the caller's account needs.
    """

    scope: Scope | None
    optional: bool = False
    role: StaffRole | None = None

    def requirement(self) -> list[dict[str, list[str]]]:
        """The `security` of an operation."""
        token = [{"token": [str(self.scope)]}] if self.scope else []
        anybody: list[dict[str, list[str]]] = [{}] if self.optional else []
        return [*token, {"account": []}, {"session": []}, *anybody]


def access(security: list[dict[str, list[str]]], role: StaffRole | None = None) -> str:
    """The `security` of an operation and the role that it takes, for people."""
    if role:
        return f"Requires a session of {STAFF[role]}: tokens with scopes are refused."
    scopes = [scope for requirement in security for scope in requirement.get("token", ())]
    if not security:
        return "Open to all."
    if {} in security:
        return f"Open to all; a token that is sent needs the scope `{scopes[0]}`." if scopes else ""
    if scopes:
        return f"Requires an account; a token needs the scope `{scopes[0]}`."
    return "Requires a session: tokens with scopes are refused."


def demands(
    scope: Scope | None, *, optional: bool = False, role: StaffRole | None = None
) -> Callable[[D], D]:
    """Mark a dependency that finds the caller."""

    def mark(dependency: D) -> D:
        setattr(dependency, MARK, Demand(scope, optional, role))
        return dependency

    return mark


def demand_of(dependant: Dependant) -> Demand | None:
    """The strictest demand among a route's dependencies; None if there is none."""
    route_demands = [
        getattr(dependency.call, MARK)
        for dependency in _all_of(dependant)
        if getattr(dependency.call, MARK, None)
    ]
    return min(
        route_demands,
        key=lambda demand: (demand.optional, demand.scope is not None, demand.role is None),
        default=None,
    )


def _all_of(dependant: Dependant) -> Iterable[Dependant]:
    yield dependant
    for dependency in dependant.dependencies:
        yield from _all_of(dependency)
