"""Path, query and header parameters that several routes share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Header, Path, Query

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
DecisionId = Annotated[str, Path(pattern=r"^[0-9.]{1,40}$")]
ABOUT_NAMES = "The id of any account; or the name of a person or bot, or one still reserved for it."
AccountName = Annotated[str, Path(max_length=100, description=ABOUT_NAMES)]

KEY_PATTERN = "^[!-~]{1,100}$"
"""Printable ASCII characters without blanks."""
Key = Annotated[str | None, Header(alias="Idempotency-Key", max_length=100, pattern=KEY_PATTERN)]
MIN_ANONYMOUS_KEY = 16
"""Minimum length of a key from a caller without an account."""
LongKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", min_length=MIN_ANONYMOUS_KEY, max_length=100, pattern=KEY_PATTERN
    ),
]

LANGUAGE_TAG = r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
Lang = Annotated[
    str | None,
    Query(
        max_length=35,
        pattern=LANGUAGE_TAG,
        description="A language tag, such as de or de-AT; the text is in English if the game has "
        "no such language.",
    ),
]
