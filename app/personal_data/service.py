"""Personal data service: what the law and decency ask of a server that knows people."""

from __future__ import annotations

from app.accounts.closures import Closures
from app.accounts.registration import Registrations
from app.history.replay import Replays
from app.infra.database import Database
from app.infra.settings import Settings
from app.matches.changes import MatchChanges
from app.matches.end import MatchEnder
from app.personal_data.deletion import Deletions
from app.personal_data.export import Exports
from app.personal_data.retention import Retention


class PersonalData:
    """Builds what deletes and exports people's data."""

    def __init__(
        self,
        database: Database,
        replays: Replays,
        changes: MatchChanges,
        ender: MatchEnder,
        closures: Closures,
        settings: Settings,
    ) -> None:
        self.deletions = Deletions(database, changes, settings)
        self.exports = Exports(database, changes.rooms, replays)
        self.registrations = Registrations(database, settings)
        self.retention = Retention(database, closures, ender, settings)

    async def prune(self) -> None:
        """Delete what is too old by now, and the accounts that are due."""
        await self.registrations.prune()
        await self.retention.prune()
        await self.deletions.delete_due()
