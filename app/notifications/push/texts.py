"""Texts of push messages, in the languages of the page."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from app.accounts.models import Account

LANGUAGES = ("en", "de", "fr")
TITLES = {
    "en": {
        "decision": "Your turn",
        "deadline": "Your time is running out",
        "invite": "You are invited",
        "end": "The match is over",
    },
    "de": {
        "decision": "Du bist dran",
        "deadline": "Deine Zeit läuft ab",
        "invite": "Du bist eingeladen",
        "end": "Die Partie ist zu Ende",
    },
    "fr": {
        "decision": "À toi de jouer",
        "deadline": "Ton temps est presque écoulé",
        "invite": "Une invitation pour toi",
        "end": "La partie est terminée",
    },
}
WITH = {"en": "with", "de": "mit", "fr": "avec"}


class PushText(Struct):
    """A message's heading and its line of text."""

    heading: str
    line: str


def text_of(event: str, game: str, others: Sequence[str], language: str) -> PushText:
    """The text of a message about an event in a match of a game."""
    line = f"{game} {WITH[language]} {', '.join(others)}" if others else game
    return PushText(TITLES[language][event], line)


def language_of(account: Account) -> str:
    """The account's language; English unless it has chosen another."""
    chosen = account.preferences.get("language")
    return chosen if chosen in LANGUAGES else "en"
