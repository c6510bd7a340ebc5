"""Background tasks of a component."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from app.infra.shutdown import cancel_all


class TaskSet(set[asyncio.Task[None]]):
    """The tasks that a component runs in the background."""

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this in a task of its own."""
        task = asyncio.get_running_loop().create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)

    async def cancel(self) -> None:
        """Cancel the tasks that still run, and wait until they have ended."""
        await cancel_all([*self])
