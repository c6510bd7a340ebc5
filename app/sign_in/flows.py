"""Flows: what a browser keeps, sealed, while its person is at a provider, and afterwards until a
new account has its name.
"""

from __future__ import annotations

import re
import secrets
import time
from typing import Literal

from msgspec import Struct

Purpose = Literal["sign-in", "link", "confirm"]
FLOW_LIFETIME_S = 600
"""How long a person may stay at the provider."""
NEW_IDENTITY_LIFETIME_S = 900
"""How long they may choose a name."""
MAX_RETURN_LENGTH = 500
_RETURN_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path of this site: after the slash neither another one nor a backslash, which browsers take for
the start of a host, and no character that browsers drop.
"""


class Flow(Struct, frozen=True):
    """A sign-in on its way: its secrets, and what is to follow."""

    provider: str
    purpose: Purpose
    state: str
    nonce: str
    verifier: str
    started_at: int
    next: str  # the path of this site that the page goes to
    token: str = ""  # the session that links or confirms

    @property
    def is_expired(self) -> bool:
        return time.time() > self.started_at + FLOW_LIFETIME_S


class Answer(Struct, frozen=True):
    """What the provider's redirect brings back."""

    code: str = ""
    error: str = ""
    issuer: str | None = None


class NewIdentity(Struct, frozen=True):
    """An identity that is linked with no account yet."""

    provider: str
    issuer: str
    subject: str
    is_operator: bool
    proved_at: int

    @property
    def is_expired(self) -> bool:
        return time.time() > self.proved_at + NEW_IDENTITY_LIFETIME_S


def new_flow(provider: str, purpose: Purpose, next: str, token: str = "") -> Flow:
    return Flow(
        provider=provider,
        purpose=purpose,
        state=secrets.token_urlsafe(32),
        nonce=secrets.token_urlsafe(32),
        verifier=secrets.token_urlsafe(48),
        started_at=int(time.time()),
        next=return_path(next),
        token=token,
    )


def return_path(wanted: str) -> str:
    """The path to return to if it is one of this site, else the home page."""
    is_own = len(wanted) <= MAX_RETURN_LENGTH and _RETURN_PATH.fullmatch(wanted)
    return wanted if is_own else "/"
