"""Confusables: which characters a name may contain, and which names look alike.

Rules and tables come from Unicode Technical Standard 39 (UTS 39), as ICU implements them.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby

UNICODE_VERSION = "16.0"
"""The version of the tables. Skeletons are stored, so new tables need a migration that calls
`fill_skeletons` again."""
MAX_MARKS = 4
"""Consecutive combining marks (UTS 39, 5.4); more of them overlap the lines around the text."""
EMOJI_VARIATION_SELECTOR = "\ufe0f"
"""The invisible variation selector that phones add to many emoji."""
PROFILE = (
    "[[:Identifier_Status=Allowed:][:Identifier_Type=Limited_Use:][:P:][:S:][\\u0020]"
    "-[:Default_Ignorable_Code_Point:]-[:NFKC_Quick_Check=No:]"
    "-[:Script=Braille:]-[\\u0334-\\u0338]-[\\uFFFC\\uFFFD\\U0001D159]]"
)
"""Letters and digits of living languages, punctuation, symbols and emoji; no blank characters, and
no overlays (U+0334 to U+0338), which hide in a letter's own strokes."""
RIGHT_TO_LEFT = ("R", "AL", "AN")
"""Bidirectional classes of characters that change the display order of a name."""
HIDDEN_OVERLAY = 256
"""ICU's check for marks that their letter hides, such as a dot on an i; unnamed in PyICU."""


class _Icu:
    """ICU and its tables: 12 MB, loaded with the first name."""

    def __init__(self) -> None:
        import icu

        self.direction = icu.UBiDiDirection.LTR
        self.emoji = icu.UnicodeSet("[[:Emoji:]-[0-9#*]]")
        self.nfkc = icu.Normalizer2.getNFKCInstance()
        self.nfkc_casefold = icu.Normalizer2.getNFKCCasefoldInstance()
        # violations that ICU reports; the first match is shown
        self.reasons = {
            icu.USpoofChecks.CHAR_LIMIT: "must not contain invisible or unusual characters",
            icu.USpoofChecks.RESTRICTION_LEVEL: "must not mix scripts whose letters look alike",
            icu.USpoofChecks.MIXED_NUMBERS: "must not mix digits of different scripts",
            icu.USpoofChecks.INVISIBLE: "must not repeat a combining mark",
            HIDDEN_OVERLAY: "must not contain a mark that its letter hides",
        }
        self.checker = icu.SpoofChecker()
        self.checker.setChecks(sum(self.reasons))
        self.checker.setRestrictionLevel(icu.URestrictionLevel.HIGHLY_RESTRICTIVE)
        self.checker.setAllowedUnicodeSet(icu.UnicodeSet(PROFILE))


_icu = cache(_Icu)


def require_unambiguous(name: str) -> None:
    """Raises ValueError if a name contains invisible or misleading characters."""
    require_few_marks(name)
    if unicodedata.category(name[0]).startswith("M"):
        raise ValueError("must not begin with a combining mark")
    tables = _icu()
    failed = tables.checker.check(tables.nfkc.normalize(name))
    for check, reason in tables.reasons.items():
        if failed & check:
            raise ValueError(reason)


def require_few_marks(text: str) -> None:
    """Raises ValueError if marks would cover the lines around a name or a sentence."""
    decomposed = unicodedata.normalize("NFD", text)
    are_marks = [unicodedata.category(character) in ("Mn", "Me") for character in decomposed]
    if any(is_mark and len(list(run)) > MAX_MARKS for is_mark, run in groupby(are_marks)):
        raise ValueError(f"must not contain more than {MAX_MARKS} combining marks in a row")


def skeleton(name: str) -> str:
    """One key for all names that look the same, whatever their case, width or direction.

    UTS 39's skeleton keeps case, and a case-folded skeleton may have another skeleton, so both
    steps repeat until nothing changes.
    """
    tables = _icu()
    current, previous = _as_shown(name), ""
    while current != previous:
        folded = tables.nfkc_casefold.normalize(current)
        previous, current = current, str(tables.checker.getSkeleton(0, folded))
    return current


def _as_shown(name: str) -> str:
    """UTS 39's skeleton, in the order in which a left-to-right line displays the name."""
    tables = _icu()
    if any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in name):
        return str(tables.checker.getBidiSkeleton(tables.direction, name))
    return str(tables.checker.getSkeleton(0, name))


def plain_emoji(name: str) -> str:
    """The name without the variation selectors that phones append to emoji."""
    pairs = zip(f" {name}", name, strict=False)
    return "".join(
        character
        for last, character in pairs
        if character != EMOJI_VARIATION_SELECTOR or not _icu().emoji.contains(last)
    )
