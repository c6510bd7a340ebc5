"""Names and texts from clients: printable, trimmed, of bounded length."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field

from app.accounts.confusables import plain_emoji, require_few_marks, require_unambiguous

MAX_NAME_LENGTH = 32
MAX_REASON_LENGTH = 200
DELETED_NAME = "deleted player"
"""Shown at seats of deleted accounts; no account may take it."""
ACCOUNT_ID = re.compile(r"a_[0-9a-f]{18}")
"""Requests that name an account may give its id instead, so no name looks like one."""


def printable(text: str) -> str:
    """The text in normal form C, white space collapsed. Raises ValueError if it can't be shown."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not text:
        raise ValueError("must not be empty")
    if not text.isprintable():
        raise ValueError("must hold printable characters only")
    return text


def readable(text: str) -> str:
    """A sentence that others read. Raises ValueError if it can't be shown or covers other lines."""
    text = printable(text)
    require_few_marks(text)
    return text


def unambiguous_name(name: str) -> str:
    """An account's name. Raises ValueError if it is deceptive (`confusables`)."""
    name = plain_emoji(name)
    require_unambiguous(name)
    if ACCOUNT_ID.fullmatch(folded(name)):
        raise ValueError("must not look like the id of an account")
    return name


def folded(name: str) -> str:
    """The name without case and width; equal for names that are the same to a reader."""
    return unicodedata.normalize("NFKC", name).casefold()


Label = Annotated[str, Field(min_length=1, max_length=MAX_NAME_LENGTH), AfterValidator(printable)]
"""A name that only its owner sees."""
Name = Annotated[Label, AfterValidator(unambiguous_name)]
Reason = Annotated[str, Field(min_length=1, max_length=MAX_REASON_LENGTH), AfterValidator(readable)]
"""Why somebody declines, in a sentence."""
