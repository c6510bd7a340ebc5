"""Path, query and header parameters of the routes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Header, Path, Query
from starlette.convertors import Convertor, register_url_convertor

from app.wire.headers import IF_NONE_MATCH
from app.wire.instance import SitePage


class SeatConvertor(Convertor[int]):
    """A seat's number in a path, so short that every one can be read."""

    regex = "[0-9]{1,4}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("seat", SeatConvertor())


def _id(description: str, example: str, pattern: str = r"^[A-Za-z0-9_-]{1,40}$") -> Any:
    return Path(pattern=pattern, description=description, examples=[example])


MatchId = Annotated[str, _id("The id of the match.", "m_3f6c0d1e5b7a9284c1")]
DecisionId = Annotated[str, _id("The id of the decision.", "31.0", r"^[0-9.]{1,40}$")]
OfferId = Annotated[str, _id("The id of the offer.", "o_5d4c3b2a19080706f5")]
FriendCode = Annotated[str, _id("The code of the friend link.", "K7RW3HQZ")]
InviteCode = Annotated[str, _id("The invite code.", "K7RW3HQZ")]
GameId = Annotated[str, _id("The id of the game, as in `GET /games`.", "res_arcana")]
LessonId = Annotated[str, _id("The id of the lesson.", "first_place")]
BotId = Annotated[str, _id("The id of the bot's account.", "a_0b1c2d3e4f5a6b7c8d")]
SitePageName = Annotated[SitePage, Path(description="Which page.", examples=["imprint"])]
SessionId = Annotated[str, _id("The id of the session.", "t_5c4b3a29180f7e6d5c")]
TokenId = Annotated[str, _id("The id of the token.", "t_9081726354afbecd10")]
ExportId = Annotated[str, _id("The id of the export.", "t_4d5c6b7a8091f2e3d4")]
IdentityId = Annotated[str, _id("The id of the identity.", "si_2b3c4d5e6f70819243")]
ProviderName = Annotated[
    str, _id("The id of the provider, as in `GET /instance`.", "work", r"^[a-z][a-z0-9]{0,19}$")
]
WebhookId = Annotated[str, _id("The id of the webhook.", "w_1a2b3c4d5e6f708192")]
PoolId = Annotated[
    str, _id("The id of the pool.", "res_arcana-2-live-casual", r"^[a-z0-9_-]{1,100}$")
]
ReadyCheckId = Annotated[str, _id("The id of the ready check.", "p_4c5d6e7f8091a2b3c4")]
AccountId = Annotated[str, _id("The id of the account.", "a_0b1c2d3e4f5a6b7c8d")]
InvitationId = Annotated[str, _id("The id of the invitation.", "i_2c4e6a8b0d1f3e5a7c")]
WarningId = Annotated[str, _id("The id of the warning.", "n_3e5a7c2c4e6a8b0d1f")]
ReportId = Annotated[str, _id("The id of the report.", "r_77aa66bb55cc44dd33")]
SeatNumber = Annotated[int, Path(description="Seats count from 0.", examples=[1])]
AccountName = Annotated[
    str,
    Path(
        max_length=100,
        description="The id of any account; or the name of a person or bot, or one still reserved "
        "for it.",
        examples=["Vex"],
    ),
]

KEY_PATTERN = "^[!-~]{1,100}$"
"""Printable ASCII characters without blanks."""
MIN_ANONYMOUS_KEY = 16
"""Minimum length of a key from a caller without an account."""


def _key(min_length: int | None = None) -> Any:
    return Header(
        alias="Idempotency-Key",
        min_length=min_length,
        max_length=100,
        pattern=KEY_PATTERN,
        description="Chosen by the client at random for each request that it means: a retry with "
        "the same key counts once.",
        examples=["b1f7c2d4-7a52-4a5e-9a3b-5f0f6b1d2c3e"],
    )


Key = Annotated[str | None, _key()]
LongKey = Annotated[str | None, _key(MIN_ANONYMOUS_KEY)]
IfNoneMatch = Annotated[str | None, Header(**IF_NONE_MATCH)]

LANGUAGE_TAG = r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
Lang = Annotated[
    str | None,
    Query(
        max_length=35,
        pattern=LANGUAGE_TAG,
        description="A language tag, such as de or de-AT; texts that do not exist in that "
        "language are in English.",
        examples=["de"],
    ),
]
DescriptionVersion = Annotated[
    str | None,
    Query(
        max_length=64,
        description="The `version` of `GET /games`: the reply may then be cached for ever.",
        examples=["8d3a5f0c7b1e4296"],
    ),
]


def cursor_parameter(pattern: str | None = None, max_length: int = 60) -> Any:
    """The cursor of a list's next page."""
    about = "The `next` of the page before."
    return Query(max_length=max_length, pattern=pattern, description=about)


def limit_parameter(most: int = 100) -> Any:
    """The size of a list's page."""
    return Query(ge=1, le=most, description="How many items a page has at most.", examples=[20])


def viewer_parameter(pattern: str) -> Any:
    """The viewer whose view of a match to read."""
    return Query(
        alias="as",
        pattern=pattern,
        description="The viewer: `seat:0` … or `public`; `all` for the views of all, where it is "
        "allowed. Before the end, the caller's own only.",
        examples=["public"],
    )
