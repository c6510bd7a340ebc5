"""Set phrases: chat lines that every client shows in its reader's language."""

from __future__ import annotations

from app.wire.literals import Phrase

PHRASES: dict[Phrase, str] = {
    "hello": "Hello!",
    "good-luck": "Good luck, have fun!",
    "ready": "I am ready.",
    "moment": "One moment, please.",
    "back": "I am back.",
    "thanks": "Thank you!",
    "sorry": "Sorry!",
    "nice-move": "Nice move!",
    "well-played": "Well played!",
    "goodbye": "I have to go. Goodbye!",
}
"""In English, for clients that show no other language."""
