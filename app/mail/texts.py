"""Texts of mail. English is here, `locale/` translates it; `make messages` renews catalogues."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from engine.core.language import Language, paragraphs

FOLDER = Path(__file__).parent


class MailForm(Struct, frozen=True):
    """Subject and text; `{server}` is its name, `{name}` the account's, `{link}` a link."""

    subject: str
    text: str


IGNORE = "If that was not you, ignore this mail."
TAKE_ACCOUNT_BACK = (
    "If that was not you, set a new password now: {link}\nIt signs out everyone else."
)
FORMS: dict[str, MailForm] = {
    "verify": MailForm(
        "Is this your address?",
        "{name} on {server} has given this address. If it is yours, open this link within a day: "
        "{link}\n\n" + IGNORE,
    ),
    "reset": MailForm(
        "A new password",
        "A new password was asked for on {server}. Each link works once, within an hour:\n\n"
        "{links}\n\n" + IGNORE,
    ),
    "password": MailForm(
        "Your password has changed",
        "{name} on {server} has a new password.\n\n" + TAKE_ACCOUNT_BACK,
    ),
    "linked": MailForm(
        "Another way to sign in",
        "{name} on {server} can be signed in to by another provider from now on.\n\n"
        + TAKE_ACCOUNT_BACK
        + "\n\nThen unlink the provider in the settings.",
    ),
    "address": MailForm(
        "Your address has changed",
        "{name} on {server} no longer uses this address.\n\n"
        "If that was not you, write to the host of the server: {link}",
    ),
    "deletion": MailForm(
        "Your account will be deleted",
        "{name} on {server} will be deleted on {date}.\n\n"
        "Until then you can sign in and keep it: {link}",
    ),
    "export": MailForm(
        "A copy of your data",
        "{name} on {server} has asked for a copy of everything stored about it. It can be "
        "downloaded for a day, by those who are signed in.\n\n" + TAKE_ACCOUNT_BACK,
    ),
    "test": MailForm(
        "A test",
        "{server} can send mail.",
    ),
}
"""Every kind of mail by its name."""


def texts() -> Iterator[tuple[str, str]]:
    """The texts that a catalogue translates: context and English of each."""
    for kind, form in FORMS.items():
        yield f"{kind}.subject", form.subject
        for paragraph in form.text.split("\n\n"):
            if paragraph != "{links}":
                yield f"{kind}.text", paragraph


def subject_and_text(kind: str, language: Language, **facts: str) -> tuple[str, str]:
    """A mail's subject and text, with the facts in their places."""
    form = FORMS[kind]
    subject = language.translate(f"{kind}.subject", form.subject)
    text = paragraphs(language.translate, f"{kind}.text", form.text)
    return subject, text.format(**facts)
