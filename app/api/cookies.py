"""Cookies: a session's secret, for pages of this site; and what a sign-in with a provider keeps for
some minutes, sealed, for its next request alone.
"""

from __future__ import annotations

from typing import TypeVar

from fastapi import Request, Response

from app.infra.sealed_cookies import seal, unseal
from app.infra.security import COOKIE, COOKIE_LIFETIME_S
from app.infra.settings import AddressSettings, Settings
from app.sign_in.flows import FLOW_LIFETIME_S, NEW_IDENTITY_LIFETIME_S, Flow, NewIdentity

T = TypeVar("T")

COOKIES: dict[type[Flow | NewIdentity], tuple[str, str, int]] = {
    Flow: ("sign_in", "/api/v1/sign-in", FLOW_LIFETIME_S),
    NewIdentity: ("new_identity", "/api/v1/accounts/by-provider", NEW_IDENTITY_LIFETIME_S),
}
"""The sealed cookies: name, path and lifetime of each."""


def set_cookie(response: Response, settings: AddressSettings, secret: str) -> None:
    """Set the session cookie."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=COOKIE_LIFETIME_S,
        httponly=True,
        samesite="lax",
        secure=settings.is_https,
        path=settings.site_path or "/",
    )


def delete_cookie(response: Response, settings: AddressSettings) -> None:
    """Make the browser forget the session cookie."""
    response.delete_cookie(COOKIE, path=settings.site_path or "/")


def set_sealed_cookie(response: Response, settings: Settings, value: Flow | NewIdentity) -> None:
    """Have the browser keep a value, which it can't read."""
    name, path, lifetime_s = COOKIES[type(value)]
    response.set_cookie(
        name,
        seal(settings, name, value),
        max_age=lifetime_s,
        httponly=True,
        samesite="lax",
        secure=settings.is_https,
        path=settings.site_path + path,
    )


def sealed_cookie(request: Request, settings: Settings, kind: type[T]) -> T | None:
    """The value that the browser keeps, if it does and is ours."""
    name, _, _ = COOKIES[kind]  # type: ignore[index]
    return unseal(settings, name, kind, request.cookies.get(name, ""))


def delete_sealed_cookie(
    response: Response, settings: Settings, kind: type[Flow | NewIdentity]
) -> None:
    """Make the browser forget it."""
    name, path, _ = COOKIES[kind]
    response.delete_cookie(name, path=settings.site_path + path)
