"""Messages: every sentence of a game is made from one table of templates.

Each key declares its arguments: `text("seat card for?", "{seat:player} places {card:name}")`. A
`?` marks an argument that may be absent; a plain string declares no arguments.
`docs/adding-a-language.md` describes the syntax of templates, which the page's texts share.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from engine.core.errors import WrongArguments
from engine.core.language import ENGLISH, Language
from engine.core.templates import Sentence, Wording, fields_of, sentence_of


class Text(Struct, frozen=True):
    """A sentence and its arguments. The player in the seat `seat` reads `you` instead."""

    required: frozenset[str]
    optional: frozenset[str]
    template: str
    you: str = ""


def text(arguments: str, template: str, you: str = "") -> Text:
    """A sentence with its arguments, named in one string and separated by spaces."""
    names = arguments.split()
    optional = frozenset(name[:-1] for name in names if name.endswith("?"))
    return Text(frozenset(names) - {f"{name}?" for name in optional}, optional, template, you)


CORE: dict[str, Text | str] = {
    "list.last": text("most last", "{most} and {last}"),
    "list.nothing": "nothing",
    "list.player": text("n", "Player {n}"),
    "option.yes": "Yes",
    "option.no": "No",
    "event.undone": text("seat", "{seat:player} takes a move back", you="You take a move back"),
    "event.showed": text(
        "seat to card",
        "{seat:player} shows {to:player} {card:name}",
        you="You show {to:player} {card:name}",
    ),
    "event.showed_one": text(
        "seat to",
        "{seat:player} shows {to:player} a card",
        you="You show {to:player} a card",
    ),
    "event.next_round": text("n", "Round {n}"),
}
"""The sentences that all games share."""
HEADINGS = {"event.turn", "event.round", "event.round_began", "event.round_ended"}
"""Events that the page puts over the next part of the log, like the core's `next_round`."""


class Messages:
    """One game's sentences (added to those of CORE) and the names of its things.

    Keys are "prompt.…", "option.…", "event.…", "why.…", "score.…", "phase.…". An option is always
    given "it", the part of its key after the colon. `proper` are names of components, which a
    language may leave as their publisher has them. Raises WrongArguments if a template uses an
    argument that its key does not declare.
    """

    strict: ClassVar[bool] = False
    """Whether wrong arguments raise before an answer is committed (see `check`). Tests set it."""
    on_failure: ClassVar[Callable[[Messages, str, str, Exception], None] | None] = None
    """Called with (messages, key, error id, exception) when a sentence could not be rendered."""

    def __init__(
        self,
        texts: Mapping[str, Text | str],
        names: Mapping[str, str],
        proper: Mapping[str, str] | None = None,
        language: Language = ENGLISH,
        catalogue_texts: Mapping[str, str] | None = None,
    ) -> None:
        self.has_headings = not HEADINGS.isdisjoint(texts)
        self.texts = {
            key: text("", message) if isinstance(message, str) else message
            for key, message in {**CORE, **texts}.items()
        }
        self.translatable_names = names
        self.proper = proper or {}
        self.names = {**names, **self.proper}
        self.language = language
        self.catalogue_texts = catalogue_texts or {}
        self._compiled: dict[tuple[str, bool], Sentence] = {}
        self._wording = Wording(
            self.names, self.catalogue_texts, language.plural, *(self._plain(key) for key in LISTS)
        )
        for key, message in self.texts.items():
            for template in filter(None, (message.template, message.you)):
                _check_template(key, message, template)

    @property
    def templates(self) -> dict[str, str]:
        """Every template by its key; the form for the acting player has the suffix ".you"."""
        yours = {f"{key}.you": message.you for key, message in self.texts.items() if message.you}
        return {key: message.template for key, message in self.texts.items()} | yours

    def translated(self, language: Language, catalogue_texts: Mapping[str, str]) -> Messages:
        """The same sentences and names in another language; `catalogue_texts` are keyed
        by their English.

        Raises WrongArguments if a translation uses an argument that its key does not declare.
        """

        def of(key: str, message: Text) -> Text:
            translate = language.translate
            you = message.you and translate(f"{key}.you", message.you)
            return Text(message.required, message.optional, translate(key, message.template), you)

        texts = {key: of(key, message) for key, message in self.texts.items()}
        names = {id: language.translate(f"name.{id}", name) for id, name in self.names.items()}
        return Messages(texts, names, language=language, catalogue_texts=catalogue_texts)

    def render(
        self,
        key: str,
        args: Mapping[str, Any],
        players: Sequence[str],
        reader: int | None = None,
    ) -> str:
        """The sentence for a key, as the seat `reader` reads it (None: everyone else).

        Never raises: if the template or the arguments are wrong, the text is the key with its
        arguments and the id of the error under which `on_failure` logs it.
        """
        try:
            yours = reader is not None and args.get("seat") == reader and self.texts[key].you != ""
            sentence = self._compiled.get((key, yours))
            if sentence is None:
                message = self.texts[key]
                sentence = sentence_of(message.you if yours else message.template)
                self._compiled[key, yours] = sentence
            return sentence(self._wording, players, args)
        except Exception as error:
            return self._fallback(key, args, error)

    def check(self, key: str, args: Mapping[str, Any]) -> None:
        """Raise WrongArguments if the key is unknown or declares other arguments."""
        message = self.texts.get(key)
        if message is None:
            raise WrongArguments(f"{key}: there is no such message")
        if missing := message.required - args.keys():
            raise WrongArguments(f"{key}: {_list(missing)} missing")
        if undeclared := args.keys() - message.required - message.optional - {"it"}:
            raise WrongArguments(f"{key}: {_list(undeclared)} not declared")

    def _plain(self, key: str) -> str:
        return self.texts[key].template

    def _fallback(self, key: str, args: Mapping[str, Any], error: Exception) -> str:
        signature = f"{key} {_list(args)} {type(error).__name__}"
        id = hashlib.sha256(signature.encode()).hexdigest()[:8]
        if Messages.on_failure is not None:
            Messages.on_failure(self, key, id, error)
        arguments = ", ".join(f"{name}: {value}" for name, value in args.items())
        return f"{key} ({arguments}) [error {id}]"


LISTS = ("list.last", "list.nothing", "list.player")


def _check_template(key: str, message: Text, template: str) -> None:
    implied = {"it"} if key.startswith("option.") else set[str]()
    for fields, is_optional in fields_of(template):
        declared = message.required | implied | (message.optional if is_optional else set())
        if unknown := fields - declared:
            raise WrongArguments(f"{key}: {_list(unknown)} not declared, but in {template!r}")


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
