"""Catalogue: the games on offer, and everything a client needs to know about them before play."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from app.games.package_files import PackageFiles
from app.infra.problems import Problem, invalid, not_found
from app.infra.settings import WrongSetting
from app.wire import UNSET, given
from app.wire import games as wire_games
from app.wire import grammar as wire_grammar
from engine.bots.bot import Bot, installed_bots
from engine.bots.guide import GUIDE
from engine.bots.presentation import is_recommended, outline_of
from engine.bots.presentation import translation_of as bot_translation_of
from engine.core.errors import InvalidOptions
from engine.core.first_match import FirstMatch, first_match_of
from engine.core.game import Component, Game
from engine.core.grammar import grammar_of
from engine.core.lessons import Lesson, lessons_of
from engine.core.running_table import options_of
from engine.core.translation import Translation, by_language, languages, translation_of

T = TypeVar("T")


def load_catalogue(
    installed: dict[str, Game[Any, Any]], named: Sequence[str], substitute_bot: str
) -> Catalogue:
    """The catalogue of a server whose settings name these games, or none for all, and this bot.
    Raises WrongSetting, and TypeError if a bot is installed wrongly.
    """
    if substitute_bot not in installed_bots():
        raise WrongSetting(
            f"SUBSTITUTE_BOT names {substitute_bot}, which is not installed. Installed: "
            f"{', '.join(installed_bots())}."
        )
    usual = [id for id, game in installed.items() if not game.for_tests]
    for id in named:
        if id not in installed:
            raise WrongSetting(
                f"GAMES names {id}, which is not installed. Installed: {', '.join(usual)}."
            )
    here = {id: game for id, game in installed.items() if id in usual or id in named}
    return Catalogue(here, named or usual, substitute_bot)


class Catalogue:
    """The games of this server, with cached descriptions.

    Only `offered` games are listed and can be started. Matches of other games continue and can be
    viewed. The `substitute_bot` takes over abandoned seats.
    """

    def __init__(
        self, games: dict[str, Game[Any, Any]], offered: Sequence[str], substitute_bot: str
    ) -> None:
        self.games = games
        self.offered = list(offered)
        self.substitute_bot = substitute_bot
        self._packages: dict[str, PackageFiles] = {}
        self._details: dict[tuple[str, str], bytes] = {}
        self._grammars: dict[str, bytes] = {}
        self._versions: dict[str, str] = {}

    def game(self, id: str) -> Game[Any, Any]:
        """The game of this id. Raises Problem not-found."""
        game = self.games.get(id)
        if game is None:
            raise not_found("game")
        return game

    def package(self, id: str) -> PackageFiles:
        """What the game's package adds to the page. Raises Problem not-found."""
        if id not in self._packages:
            self._packages[id] = PackageFiles(self.game(id))
        return self._packages[id]

    def require_offered(self, id: str) -> None:
        """Raises Problem invalid-request if this server does not offer the game."""
        if id not in self.offered:
            raise invalid("This server does not offer that game.", "body", "game")

    def listing(self, language: str | None = None) -> wire_games.Games:
        """The games on offer, each with the version of its description, and the bots, translated
        into a language.
        """
        return wire_games.Games(
            items=[
                wire_games.Offered(
                    **_headline(self.games[id], self.package(id)),
                    version=self.version(id),
                    languages=languages(self.games[id]),
                    first_match=first_match_of(self.games[id]) is not None or UNSET,
                    lessons=len(lessons_of(self.games[id])) or UNSET,
                )
                for id in self.offered
            ],
            bots=_bots_on_offer(language),
            teachers=[_bot_on_offer(GUIDE, language)],
        )

    def version(self, id: str) -> str:
        """A hash of `details` in all languages, the first match and the grammar: it changes with
        any of their texts. Raises Problem not-found.
        """
        if id not in self._versions:
            game = self.game(id)
            translations = [self.details(id, language) for language in languages(game)]
            if first_match_of(game) is not None:
                translations.append(self.guide(id))
            translations.append(self.grammar(id))
            self._versions[id] = hashlib.sha256(b"".join(translations)).hexdigest()[:16]
        return self._versions[id]

    def details(self, id: str, language: str | None = None) -> bytes:
        """The description of a game, as JSON, in a language (see `translation`). Raises Problem
        not-found.
        """
        game = self.game(id)
        translation = translation_of(game, language)
        key = id, translation.language.code
        if key not in self._details:
            self._details[key] = msgspec.json.encode(_details(game, self.package(id), translation))
        return self._details[key]

    def first_match(self, id: str) -> FirstMatch:
        """The first match of a game. Raises Problem not-found."""
        first_match = first_match_of(self.game(id))
        if first_match is None:
            raise not_found("first match")
        return first_match

    def guide(self, id: str) -> bytes:
        """The first match as a learner's page needs it, as JSON. Raises Problem not-found."""
        game, first_match = self.game(id), self.first_match(id)
        guide = wire_games.FirstMatch(
            game=id,
            proposed=first_match.proposed,
            proposed_until=first_match.proposed_until or UNSET,
            proposals=_as_sent(first_match.proposals, list[wire_games.ProposedAnswer]),
            notes=[
                wire_games.LessonNote(
                    id=note.id,
                    on=_as_sent(note.on, wire_games.NoteCondition),
                    points_at=note.points_at,
                    text=by_language(game, note.translated),
                )
                for note in first_match.notes
            ],
            learned=by_language(game, first_match.learned_in),
        )
        return msgspec.json.encode(guide)

    def grammar(self, id: str) -> bytes:
        """The grammar of the game's option keys, arguments and views, as JSON. Raises Problem
        not-found.
        """
        if id not in self._grammars:
            self._grammars[id] = msgspec.json.encode(_grammar(self.game(id)))
        return self._grammars[id]

    def lesson(self, id: str, lesson: str) -> Lesson:
        """A lesson of a game. Raises Problem not-found."""
        task = lessons_of(self.game(id)).get(lesson)
        if task is None:
            raise not_found("lesson")
        return task


def _as_sent(value: Any, type_: type[T]) -> T:
    """Structs of the engine as wire types, without members that have their defaults."""
    return msgspec.convert(msgspec.to_builtins(value), type_)


def _headline(game: Game[Any, Any], package: PackageFiles) -> dict[str, Any]:
    players = wire_games.Players(min=game.seats[0], max=game.seats[-1])
    page = given(package.page)
    return {"id": game.id, "title": game.title, "players": players, "page": page}


def _details(
    game: Game[Any, Any], package: PackageFiles, translation: Translation
) -> wire_games.Game:
    messages, language = translation.messages, translation.language
    return wire_games.Game(
        **_headline(game, package),
        options=game.options_schema(),
        bots=_bots_on_offer(language.code),
        catalogue=[_component(component, package) for component in translation.catalogue],
        rules=game.rules,
        how_to_play=translation.how_to_play,
        language=language.code,
        messages={f"{game.id}.{key}": text for key, text in messages.templates.items()},
        names=dict(messages.names),
        plural=[language.plural(n) for n in range(200)],
        said=translation.texts_in_sentences or UNSET,
        negotiation=game.negotiation,
        shows=game.shows,
    )


def _grammar(game: Game[Any, Any]) -> wire_grammar.Grammar:
    grammar = grammar_of(game)
    args = grammar.messages
    return wire_grammar.Grammar(
        game=game.id,
        rules=game.rules,
        option_keys=_as_sent(grammar.option_keys, dict[str, wire_grammar.OptionKeys]),
        types=grammar.types,
        prompts=args["prompt"],
        options=args["option"],
        reasons=args["why"],
        events=args["event"],
        scores=args["score"],
        threats=args["threat"],
        view=grammar.view or UNSET,
        spectator_view=grammar.spectator_view or UNSET,
    )


def _component(component: Component, package: PackageFiles) -> wire_games.Component:
    return wire_games.Component(
        id=component.id,
        name=component.name,
        kind=component.kind,
        text=component.text or UNSET,
        facts=component.facts or UNSET,
        face=given(package.face(component)),
    )


def _bots_on_offer(language: str | None) -> list[wire_games.BotOnOffer]:
    return [_bot_on_offer(bot, language) for bot in installed_bots().values()]


def _bot_on_offer(bot: Bot, language: str | None) -> wire_games.BotOnOffer:
    texts = bot_translation_of(bot, language)
    translation = wire_games.BotTexts(title=texts[0], text=texts[1]) if texts else UNSET
    return wire_games.BotOnOffer(
        name=bot.name,
        level=bot.level,
        title=bot.title,
        text=bot.text,
        face=bot.face,
        outline=outline_of(bot) or UNSET,
        recommended=is_recommended(bot) or UNSET,
        translation=translation,
    )


def check_bot(name: str) -> str:
    """Raises Problem invalid-request for a bot that is not on offer."""
    if name not in installed_bots():
        offered = ", ".join(installed_bots())
        raise Problem("invalid-request", f"There is no bot of that name; on offer: {offered}.")
    return name


def read_options(game: Game[Any, Any], raw: dict[str, Any], seats: int) -> dict[str, Any]:
    """The options in full. Raises Problem invalid-request."""
    try:
        return options_of(game.read_options(raw, seats))
    except InvalidOptions as error:
        raise Problem("invalid-request", str(error)) from None
