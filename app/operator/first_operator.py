"""First operator: how the first account gets the role, in a terminal and nowhere else."""

from __future__ import annotations

import asyncio

from app.accounts.registration import Registrations, has_operator
from app.infra.database import Database
from app.infra.settings import Settings
from app.infra.startup import in_one_sentence

WITH_LINK = "It has no operator yet. To become one, register within a day at {}"
WITHOUT_LINK = (
    "It has no operator yet: `conclave admin invite --role operator` prints a link to become one."
)
"""Where output may be kept, as by a service manager, no link is printed."""


def greeting(settings: Settings, *, shows_link: bool) -> str:
    """What the start of a server says about its operators; empty if there is one. With
    `shows_link`, a new link to become the first, which ends the one before. Raises WrongSetting.
    """
    with in_one_sentence():
        return asyncio.run(_greeting(settings, shows_link))


async def _greeting(settings: Settings, shows_link: bool) -> str:
    database = Database(settings)
    try:
        if shows_link:
            link = await Registrations(database, settings).invite_first_operator()
            return WITH_LINK.format(link) if link else ""
        async with database.reading() as session:
            return "" if await has_operator(session) else WITHOUT_LINK
    finally:
        await database.close()
