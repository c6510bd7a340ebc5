"""Translated: renders the texts of frames and events in another language.

The server writes texts in English, each with its message and arguments, from which any client can
render it again. The page does the same (`web/src/i18n/game_sentences.ts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from app.wire.frames import FullFrame
from engine.core.event import Viewer
from engine.core.game import Game
from engine.core.language import ENGLISH
from engine.core.messages import Messages
from engine.core.translation import translation_of


def frame_in(game: Game[Any, Any], language: str, frame: FullFrame, viewer: Viewer) -> bytes:
    """A full frame as JSON, its texts in a language of the game."""
    body = msgspec.json.encode(frame)
    if language == ENGLISH.code:
        return body
    decoded = msgspec.json.decode(body)
    players = [player["name"] for player in decoded["view"]["players"]]
    translator = Translator(translation_of(game, language).messages, players, viewer)
    return msgspec.json.encode(translator.frame(decoded))


class Translator:
    """Renders the texts of a game's frames again, for one viewer."""

    def __init__(self, messages: Messages, players: Sequence[str], viewer: Viewer) -> None:
        self.messages = messages
        self.players = players
        self.reader = viewer if isinstance(viewer, int) else None

    def event(self, key: str, args: dict[str, Any], *, by_other: bool = False) -> str:
        """The text of an event."""
        reader = None if by_other else self.reader
        return self.messages.render(f"event.{_own(key)}", args, self.players, reader)

    def frame(self, frame: dict[str, Any]) -> dict[str, Any]:
        """A full frame as decoded JSON, changed in place."""
        for event in frame["events"]:
            by_other = event.get("by_other", False)
            event["text"] = self.event(event["key"], event["args"], by_other=by_other)
        for decision in frame.get("decisions", []):
            self._decision(decision)
        for threat in frame.get("threats", []):
            key, args = f"threat.{_own(threat['key'])}", threat["args"]
            threat["text"] = self.messages.render(key, args, self.players, self.reader)
        return frame

    def _decision(self, decision: dict[str, Any]) -> None:
        prompt = decision["prompt"]
        prompt["text"] = self._render("prompt", prompt["key"], prompt["args"])
        for option in decision.get("options", []):
            head, _, rest = option["key"].partition(":")
            message = _own(option["message"]) if "message" in option else head
            args = {"it": rest, **option.get("args", {})}
            option["text"] = self.messages.render(f"option.{message}", args, self.players)
        for blocked in decision.get("blocked", []):
            blocked["why"] = self._render("why", blocked["message"], blocked.get("args", {}))

    def _render(self, kind: str, key: str, args: dict[str, Any]) -> str:
        return self.messages.render(f"{kind}.{_own(key)}", args, self.players)


def _own(key: str) -> str:
    """The game's own part of a key on the wire."""
    return key.partition(".")[2]
