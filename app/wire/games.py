"""Wire types of games: what is on offer, catalogues, first matches and lessons."""

from __future__ import annotations

from typing import Any

from app.wire import UNSET, Shape, UnsetType
from app.wire.ids import GameId
from app.wire.matches import Yes
from engine.core.page_parts import Weight


class Players(Shape):
    min: int
    """At least."""
    max: int
    """At most."""


class Minutes(Shape):
    min: int
    """Of the shortest match."""
    max: int
    """Of the longest."""


class PackagedBoard(Shape):
    """A board of a game's package, which the page shows in place of its generic table."""

    address: str
    """The path of an ES module, from the root of the site; its default export is the class of a
    custom element."""
    contract: int
    """The version of the contract between page and board that the board is written for."""


class PageParts(Shape):
    """What a game's package adds to the page; addresses are paths from the root of the site."""

    gist: dict[str, str] | UnsetType = UNSET
    """The game in a sentence, by language."""
    minutes: Minutes | UnsetType = UNSET
    """How long a match takes, with players who know the game."""
    weight: Weight | UnsetType = UNSET
    """How much there is to learn."""
    board: PackagedBoard | UnsetType = UNSET
    """The game's board."""
    emblem: str | UnsetType = UNSET
    """The address of a square picture, the game's sign."""
    cover: str | UnsetType = UNSET
    """The address of a wide picture."""
    light: str | UnsetType = UNSET
    """The lighter colour behind the emblem, as `#rrggbb`."""
    dark: str | UnsetType = UNSET
    """The darker one."""
    sounds: dict[str, str] | UnsetType = UNSET
    """Addresses of recordings, by the last part of the key of an event."""


class Headline(Shape):
    """A game on offer."""

    id: str
    """By which addresses and `game` members name the game."""
    title: str
    """The game's title."""
    players: Players
    """How many may play."""


class Offered(Headline):
    """A game on offer, with what it takes to read about it and to learn it."""

    version: str
    """Identifies the description: the reply of `/games/{game}?version=` never changes."""
    languages: list[str]
    """The languages of the texts, English first."""
    first_match: Yes | UnsetType = UNSET
    """Whether `/games/{game}/first-match` teaches the game."""
    lessons: int | UnsetType = UNSET
    """How many lessons `/games/{game}/lessons` has."""
    page: PageParts | UnsetType = UNSET
    """What the game's package adds to the page."""


class BotTexts(Shape):
    title: str
    """What players call the bot."""
    text: str
    """A sentence about the bot."""


class BotOnOffer(Shape):
    """A built-in opponent."""

    name: str
    """By which seats ask for the bot."""
    level: int
    """Higher plays better."""
    title: str
    """What players call the bot."""
    text: str
    """A sentence about the bot."""
    face: str
    """The name of the bot's picture."""
    outline: str | UnsetType = UNSET
    """The bot's picture: an SVG path in a square of 24, filled by the even-odd rule."""
    recommended: Yes | UnsetType = UNSET
    """Whether the bot is a level that players are offered before all other bots."""
    translation: BotTexts | UnsetType = UNSET
    """`title` and `text` in the language of the request, unless that is English."""


class Games(Shape):
    """The games on offer, and the bots that play all of them."""

    items: list[Offered]
    """The games on offer."""
    bots: list[BotOnOffer]
    """Built-in opponents, from the weakest."""
    teachers: list[BotOnOffer] | UnsetType = UNSET
    """Built-in bots that play in first matches and lessons alone."""


class Component(Shape):
    """One component of the game's box."""

    id: str
    """By which views and messages name the component."""
    name: str
    """As printed on it, in the language of the reply."""
    kind: str
    """The sort of component, such as artifact or deck."""
    text: str | UnsetType = UNSET
    """The rules text of the component."""
    facts: dict[str, Any] | UnsetType = UNSET
    """The component's numbers."""
    face: str | UnsetType = UNSET
    """The address of the component's picture in the game's package, from the root of the site."""


class Game(Headline):
    """Everything about a game; its texts are in `language`."""

    options: dict[str, Any]
    """A JSON schema of what a match may choose; `picks`, on a list of ids, gives the kind and the
    number of components that it names."""
    bots: list[BotOnOffer]
    """Built-in opponents, from the weakest."""
    catalogue: list[Component]
    """Every component of the box."""
    rules: int
    """The version of the game's rules."""
    how_to_play: str
    """Short rules: paragraphs, and headings that begin with `# `."""
    language: str
    """The language of the texts."""
    messages: dict[str, str]
    """The template of each sentence, by key."""
    names: dict[str, str]
    """The names of things, by id."""
    plural: list[int]
    """The form of a noun for each count n; from 200 on, that of 100 + n % 100."""
    negotiation: bool
    """Whether seats may talk in private."""
    shows: bool
    """Whether seats may show one another cards."""
    said: dict[str, str] | UnsetType = UNSET
    """Translations of the English texts that are arguments of sentences."""
    page: PageParts | UnsetType = UNSET
    """What the game's package adds to the page."""


class ProposedAnswer(Shape):
    """An answer to a question of this prompt, to be proposed where it is legal, up to a round."""

    prompt: str
    """The key of the question's prompt."""
    answer: Any
    """The answer: a key, a list of keys, a number or a mix, by the kind of decision."""
    until: int | UnsetType = UNSET
    """In whose turns to pass."""


class NoteCondition(Shape):
    """What a learner's question must fit for a note; absent members fit anything."""

    prompt: str | UnsetType = UNSET
    """The key of the question's prompt."""
    option: str | UnsetType = UNSET
    """How the key of an option must begin."""
    event: str | UnsetType = UNSET
    """An event since the question before."""
    where: dict[str, Any] | UnsetType = UNSET
    """Arguments that the event, or the prompt, must have."""
    mine: bool | UnsetType = UNSET
    """Whether the event's `seat` must be the learner's."""
    round: int | UnsetType = UNSET
    """The round that must have come."""
    after: str | UnsetType = UNSET
    """A note that must have been met before."""


class LessonNote(Shape):
    """A note of a first match."""

    id: str
    """By which `after` and `proposed_until` name the note."""
    on: NoteCondition
    """The condition under which it is shown."""
    points_at: str
    """A target of options, or a region of the page; {names} stand for arguments of what met it."""
    text: dict[str, str]
    """The note, by language."""


class FirstMatch(Shape):
    """What teaches a game in its first match."""

    game: GameId
    proposed: int
    """How many of the learner's decisions may have a proposed answer."""
    proposals: list[ProposedAnswer]
    """Proposed answers; the first legal one counts."""
    notes: list[LessonNote]
    """The notes, shown where they fit."""
    learned: dict[str, list[str]]
    """A summary for the end, in paragraphs, by language."""
    proposed_until: str | UnsetType = UNSET
    """The note that ends the proposals once it is met; by default none does."""


class Lesson(Shape):
    """A one-minute task of a game."""

    id: str
    """Names the lesson in its address."""
    title: dict[str, str]
    """By language."""
    task: dict[str, str]
    """The task, by language."""
    if_solved: dict[str, str]
    """The explanation after success, by language."""
    if_failed: dict[str, str]
    """The explanation after a failure, by language."""
    done: bool
    """Whether the caller has solved it."""


class Lessons(Shape):
    """The lessons of a game, in their order."""

    game: GameId
    items: list[Lesson]
    """In the order in which to learn."""
