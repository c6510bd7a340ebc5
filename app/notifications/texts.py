"""Texts of notifications: those of push messages, and the labels of what an account may choose.

English is in the declaration of each kind; `locale/` translates it, and `make messages` brings the
catalogues up to date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.notifications.kinds import POSTED, PUSHED, PushForm
from app.wire.people import PushSwitch
from app.wire.webhooks import WebhookChoice
from engine.core.language import Language, language_for

FOLDER = Path(__file__).parent
LINE = "{game} with {names}"


def texts() -> Iterator[tuple[str, str]]:
    """The texts that a catalogue translates: context and English of each."""
    for name, (_, push) in PUSHED.items():
        yield f"push.{name}.heading", push.heading
        yield f"push.{name}.label", push.label
    yield "push.line", LINE
    for name, (_, webhook) in POSTED.items():
        yield f"webhook.{name}.label", webhook.label


def heading(kind: str, form: PushForm, language: Language) -> str:
    """The heading of a push message."""
    return language.translate(f"push.{kind}.heading", form.heading)


def line(game: str, others: Sequence[str], language: Language) -> str:
    """The line of text of a push message: a match of the game with these players."""
    template = language.translate("push.line", LINE)
    return template.format(game=game, names=", ".join(others)) if others else game


def push_switches(tag: str | None) -> list[PushSwitch]:
    """The preferences that switch push messages off, labelled in the language of a tag."""
    translate = language_for(FOLDER, tag).translate
    return [
        PushSwitch(preference=push.switch, label=translate(f"push.{name}.label", push.label))
        for name, (_, push) in PUSHED.items()
    ]


def webhook_events(tag: str | None) -> list[WebhookChoice]:
    """The events of which a webhook may be notified, labelled in the language of a tag."""
    translate = language_for(FOLDER, tag).translate
    return [
        WebhookChoice(event=name, label=translate(f"webhook.{name}.label", webhook.label))
        for name, (_, webhook) in POSTED.items()
    ]
