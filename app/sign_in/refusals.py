"""Refusals: why a sign-in with a provider comes to nothing, for the page to say."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "cancelled",  # the person or the provider has declined
    "closed",  # the account is closed
    "expired",  # it took too long, or is not this browser's, or is repeated
    "invalid",  # the provider's answer can't be trusted
    "linked",  # the account has another identity of that provider
    "no-account",  # there is no account, and none may register
    "not-fresh",  # the provider has not asked the person to sign in again
    "other-identity",  # the person has signed in at the provider as another
    "rate-limited",
    "taken",  # the identity belongs to another account
    "unavailable",  # this server's database is away
    "unreachable",  # the provider does not answer, or not as a provider
]


class SignInRefused(Exception):
    """A sign-in that comes to nothing."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason
