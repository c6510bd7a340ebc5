"""Host settings: what a host decides about people, their names and their data."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.infra.setting_types import SettingsGroup

Who = Literal["everybody", "people", "nobody"]
"""People have a password or sign in with a provider, guests do neither."""


class HostSettings(SettingsGroup):
    """Who may do what. `docs/hosting.md` explains these."""

    instance_folder: str = ""
    """The folder with the server's name, texts and logo; empty: Conclave's own."""
    registration: Literal["open", "invitation", "closed"] = "open"
    """Who may register: all, those with an invitation (`conclave admin invite`), or none."""
    guests: bool = True
    """Whether people may play without an account."""
    public_tables: Who = "everybody"
    """Who may create tables that everybody sees in the list."""
    bots: Who = "everybody"
    """Who may have bots of their own."""
    trials: Literal["loopback", "always", "never"] = "loopback"
    """Where private, unrated matches of one person's bots with built-in bots run at full speed and
    no `MATCHES_PER_HOUR` counts them: only on a server whose `HOST` and address are this machine's
    own, always or never. The timing of built-in bots then tells something of what they hold."""
    reserved_names: str = ""
    """Names that no account can take, nor look-alikes, separated by commas."""
    forbidden_words: str = ""
    """Words that no name may contain, separated by commas."""


class RetentionSettings(SettingsGroup):
    """How long data is kept. `docs/privacy.md` lists what is kept at all. 0: for ever."""

    guest_days: int = Field(0, ge=0)
    """Guests who have not been here for so many days are deleted."""
    chat_days: int = Field(0, ge=0)
    """The chat of matches that ended so many days ago is deleted."""
    message_days: int = Field(0, ge=0)
    """Direct messages as old as this are deleted."""
    abandoned_match_days: int = Field(0, ge=0)
    """Matches in which nothing has happened for so many days end without a result; those that ended
    without one so many days ago are deleted."""
