"""Wire types of the server itself: its face, its policy and its notices."""

from __future__ import annotations

from typing import Literal

from app.wire import UNSET, Shape, UnsetType

SitePage = Literal["rules", "terms", "privacy", "imprint"]


class HostTexts(Shape):
    """What the host writes in one language."""

    tagline: str | UnsetType = UNSET
    """A line below the server's name."""
    welcome: str | UnsetType = UNSET
    """A few sentences on the home page."""


class SignInProvider(Shape):
    """An OpenID Connect provider with which people may sign in."""

    id: str
    """Its id in paths: `/api/v1/sign-in/{id}` leads a browser to it."""
    name: str
    """Its name, for people."""


class Instance(Shape):
    """The server: its name and pages, who may take part, and what is announced."""

    name: str
    """The server's name."""
    texts: dict[str, HostTexts]
    """What the host writes, by language; may be empty."""
    pages: dict[str, list[str]]
    """The pages that the host has written, of `rules`, `terms`, `privacy` and `imprint`, with their
    languages: `/instance/pages/{page}`."""
    registration: Literal["open", "invitation", "closed"]
    """Who may register."""
    guests: bool
    """Whether one may play without an account."""
    providers: list[SignInProvider]
    """The OpenID Connect providers with which people may sign in; may be empty."""
    mail: bool
    """Whether the server sends mail, so that lost passwords can be replaced."""
    announcement: dict[str, str]
    """What is announced now, by language; empty if nothing is."""
    maintenance: bool
    """Whether no match begins at the moment."""
    logo: bool
    """Whether the server has a logo of its own: `/instance/logo`."""
    accent: str | UnsetType = UNSET
    """The colour of what is most important, on dark ground, as `#rrggbb`."""
    accent_light: str | UnsetType = UNSET
    """The same on light ground."""
    contact: str | UnsetType = UNSET
    """Where the host can be reached: an address that begins with `https://` or `mailto:`."""


class InstancePage(Shape):
    """A page that the host has written."""

    language: str
    """The language of the text: the requested one if there is one in it, else English, else any."""
    html: str
    """The text as HTML, made of Markdown; it contains no scripts."""
