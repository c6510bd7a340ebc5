"""Loading: creates the player that a config names."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

from conclave_client.bot import Bot
from conclave_client.config import Config, WrongConfig
from conclave_client.program import Program, ProgramBot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from conclave_client.async_client import AsyncClient

MakeBot = Callable[[], Bot]


def player(config: Config, client: AsyncClient) -> AbstractAsyncContextManager[MakeBot]:
    """A factory of bots, one for each match, valid inside the context. Raises WrongConfig."""
    if config.bot is not None:
        return _python(config)
    if config.program is not None:
        return _program(config)
    return _engine(config, client)


@asynccontextmanager
async def _python(config: Config) -> AsyncIterator[MakeBot]:
    module, _, name = (config.bot or "").partition(":")
    sys.path.insert(0, str(config.folder))
    try:
        bot_class = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise WrongConfig(f"bot: {config.bot!r} is not found: {error}") from error
    if not (isinstance(bot_class, type) and issubclass(bot_class, Bot)):
        raise WrongConfig(f"bot: {config.bot!r} is no subclass of conclave_client.Bot")
    yield bot_class


@asynccontextmanager
async def _program(config: Config) -> AsyncIterator[MakeBot]:
    program = Program(config.program or [], config.folder)
    async with program.running():
        yield lambda: ProgramBot(program)


@asynccontextmanager
async def _engine(config: Config, client: AsyncClient) -> AsyncIterator[MakeBot]:
    try:
        from conclave_client.search import SearchPool
    except ImportError as error:
        raise WrongConfig("engine: install conclave-client[search]") from error
    with SearchPool(config.engine or "", config.processes, client) as search_pool:
        yield search_pool.bot
