"""Link previews: the Open Graph tags from which messengers render a link.

A preview is rendered for an anonymous visitor with the link and reveals less than the API would:
the game, the number of free seats, who invites and, in public matches, who plays; of a friend link
the name of its owner.
"""

from __future__ import annotations

import asyncio
import re
from html import escape
from typing import NamedTuple

import structlog
from fastapi import Request
from sqlalchemy.exc import SQLAlchemyError

from app.friends.friendships import Friendships
from app.games.catalogue import Catalogue
from app.infra.problems import Problem
from app.infra.settings import StorageSettings
from app.lobby.service import Lobby
from app.rate_limits.limits import RateLimits
from app.wire.instance import Instance
from app.wire.matches import Match

log = structlog.get_logger("conclave.previews")
LEAD = "Play board games online with friends, strangers and bots."
NO_ACCOUNT = " No account needed."
"""Where there are guests."""
PICTURES = "previews"
"""The page's folder with one picture per game, by its id, and a default one."""
ID = re.compile("[A-Za-z0-9_-]{1,40}")
LOOKUP_SHARE = 0.2
"""The share of COMMIT_SECONDS after which the page is sent with the default preview: it must load
even if the database hangs.
"""
STATUSES = {"playing": "Being played", "paused": "Paused", "finished": "Finished"}


class Preview(NamedTuple):
    """A link's preview; `game` selects the picture, `is_private` excludes search engines. Without a
    title and a description it is the site's.
    """

    title: str = ""
    description: str = ""
    game: str = "conclave"
    is_private: bool = False


class LinkPreviews:
    """Renders the previews of links to this site."""

    def __init__(
        self,
        lobby: Lobby,
        friendships: Friendships,
        catalogue: Catalogue,
        limits: RateLimits,
        settings: StorageSettings,
    ) -> None:
        self.lobby = lobby
        self.friendships = friendships
        self.catalogue = catalogue
        self.limits = limits
        self.timeout_s = LOOKUP_SHARE * settings.commit_seconds

    async def of(self, request: Request, path: str) -> Preview:
        """The preview of a path of the page, by default the site's."""
        kind, _, id = path.rstrip("/").removesuffix("/replay").partition("/")
        if not ID.fullmatch(id):
            return Preview()
        try:
            async with asyncio.timeout(self.timeout_s):
                match kind:
                    case "join":
                        return await self._invitation(request, id)
                    case "friend":
                        return await self._friend_link(request, id)
                    case "m":
                        return _table(await self.lobby.get(id, None))
                    case "games":
                        return _game(self.catalogue, id)
        except (Problem, SQLAlchemyError, OSError, TimeoutError) as error:
            log.debug("link preview failed", error=type(error).__name__)
        return Preview()

    async def _invitation(self, request: Request, code: str) -> Preview:
        """The preview of an invite link; a wrong code counts as a guess, as in the API."""
        async with self.limits.guessing(request, code):
            match = await self.lobby.get_by_code(code, None)
        hosts = [seat.name for seat in match.seats if seat.account == (match.host or match.creator)]
        who = next(iter(hosts), "")
        title = f"{who} invites you to {match.title}" if who else f"You are invited: {match.title}"
        return Preview(title, _state(match), match.game, is_private=True)

    async def _friend_link(self, request: Request, code: str) -> Preview:
        """The preview of a friend link; a wrong code counts as a guess, as in the API."""
        async with self.limits.guessing(request, code):
            owner = await self.friendships.linked(code, None)
        return Preview(f"Be friends with {owner.name}", is_private=True)


def _table(match: Match) -> Preview:
    is_public = match.visibility == "public" and match.spectators != "none"
    names = [seat.name for seat in match.seats if seat.name] if is_public else []
    title = f"{match.title}: {_join_names(names)}" if names else match.title
    return Preview(title, _state(match), match.game, is_private=not is_public)


def _game(catalogue: Catalogue, id: str) -> Preview:
    game = catalogue.game(id)
    fewest, most = game.seats[0], game.seats[-1]
    players = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return Preview(game.title, f"For {players} players. {LEAD}", id)


def _state(match: Match) -> str:
    """One sentence on the match's status."""
    seats = match.seats
    if match.status != "open":
        return f"{STATUSES.get(match.status, 'Over')}, {len(seats)} players."
    free = sum(seat.kind == "open" for seat in seats)
    return f"{free} of {len(seats)} seats {'is' if free == 1 else 'are'} free. {LEAD}"


def _join_names(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def tags(preview: Preview, site: Instance, address: str, path: str, picture: str) -> str:
    """The preview as meta elements for the page's head."""
    lead = LEAD + NO_ACCOUNT * site.guests
    properties = {
        "og:site_name": site.name,
        "og:type": "website",
        "og:title": preview.title or site.name,
        "og:description": preview.description or lead,
        "og:url": f"{address}/{path}",
        "og:image": f"{address}/{picture}",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    elements = [
        f'<meta property="{name}" content="{escape(value)}" />'
        for name, value in properties.items()
    ]
    elements.append('<meta name="twitter:card" content="summary_large_image" />')
    if preview.is_private:
        elements.append('<meta name="robots" content="noindex" />')
    return "\n    ".join(elements)
