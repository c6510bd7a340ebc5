"""Cookies: a session's secret, for pages of this site."""

from __future__ import annotations

from fastapi import Response

from app.infra.security import COOKIE, COOKIE_LIFETIME_S
from app.infra.settings import AddressSettings


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
