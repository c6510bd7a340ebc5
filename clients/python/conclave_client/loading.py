"""Loading: creates the player that a config names."""

from __future__ import annotations

import importlib
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

from conclave_client.bot import Bot
from conclave_client.config import Config, WrongConfig
from conclave_client.failures import trace_of
from conclave_client.program import Program, ProgramBot

MakeBot = Callable[[], Bot]


def player(config: Config) -> AbstractAsyncContextManager[MakeBot]:
    """A factory of bots, one for each match, valid inside the context. Raises WrongConfig."""
    if config.bot is not None:
        return _python(config)
    if config.program is not None:
        return _program(config)
    return _engine(config)


@asynccontextmanager
async def _python(config: Config) -> AsyncIterator[MakeBot]:
    module, _, name = (config.bot or "").partition(":")
    sys.path.insert(0, str(config.folder))
    try:
        bot_class = getattr(importlib.import_module(module), name)
    except Exception as error:
        reason = error if _names(error, module, name) else f"\n{trace_of(error)}"
        raise WrongConfig(f"bot: {config.bot!r} can't be loaded: {reason}") from error
    if not (isinstance(bot_class, type) and issubclass(bot_class, Bot)):
        raise WrongConfig(f"bot: {config.bot!r} is no subclass of conclave_client.Bot")
    yield partial(_made, bot_class)


def _names(error: Exception, module: str, name: str) -> bool:
    """Whether there is no module or class of that name; other errors are in the module's code."""
    if isinstance(error, ModuleNotFoundError):
        return error.name == module
    return not (module and name) or (isinstance(error, AttributeError) and error.name == name)


def _made(bot_class: type[Bot]) -> Bot:
    """A bot for a match. Raises WrongConfig."""
    try:
        return bot_class()
    except Exception as error:
        raise WrongConfig(f"bot: {bot_class.__name__}() fails:\n{trace_of(error)}") from error


@asynccontextmanager
async def _program(config: Config) -> AsyncIterator[MakeBot]:
    program = Program(config.program or [], config.folder)
    async with program.running():
        yield lambda: ProgramBot(program)


@asynccontextmanager
async def _engine(config: Config) -> AsyncIterator[MakeBot]:
    try:
        from conclave_client.search import SearchPool
    except ImportError as error:
        raise WrongConfig("engine: install conclave-client[search]") from error
    with SearchPool(config.engine or "", config.processes) as search_pool:
        yield search_pool.bot
