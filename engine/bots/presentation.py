"""Presentation: how players see the bots, from what each bot declares.

English is in the bot; the catalogues in the `locale` folder beside the module that its
entry point names translate it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from engine.bots.bot import GROUP, Bot, installed_bots
from engine.bots.guide import GUIDE
from engine.core.language import ENGLISH, language_for

FOLDER = Path(__file__).parent


def is_recommended(bot: Bot) -> bool:
    """Whether the page offers the bot as one of the levels."""
    return getattr(bot, "recommended", False) is True


def outline_of(bot: Bot) -> str:
    """The picture that the bot's face names; empty if there is none."""
    pictured = bot if bot.face == bot.name else installed_bots().get(bot.face, bot)
    return getattr(pictured, "outline", "")


def translation_of(bot: Bot, tag: str | None) -> tuple[str, str] | None:
    """The bot's title and text in the language of a tag; None if they are in English alone."""
    language = language_for(_folder_of(bot), tag)
    if language is ENGLISH:
        return None
    title = language.translate(f"{bot.name}.title", bot.title)
    return title, language.translate(f"{bot.name}.text", bot.text)


def texts() -> Iterator[tuple[str, str]]:
    """The texts that the catalogues of this folder translate: context and English of each."""
    for bot in sorted([*installed_bots().values(), GUIDE], key=lambda bot: bot.name):
        if _folder_of(bot) == FOLDER:
            yield f"{bot.name}.title", bot.title
            yield f"{bot.name}.text", bot.text


def _folder_of(bot: Bot) -> Path:
    return folders().get(bot.name, FOLDER)


@cache
def folders() -> dict[str, Path]:
    """The folder of each installed bot: that of the module which its entry point names."""
    return {
        point.name: Path(inspect.getfile(import_module(point.module))).parent
        for point in entry_points(group=GROUP)
    }
