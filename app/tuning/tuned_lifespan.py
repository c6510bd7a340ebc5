"""Tuned lifespan: collects garbage and moves memory while an application runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette

from app.infra.shutdown import cancel_all
from app.tuning.gc_tuning import keep_collecting, note_released, tune_gc
from app.tuning.huge_pages import keep_collapsing


def tune(app: Starlette) -> None:
    """Tune this process for as long as the application runs."""
    lifespan = app.router.lifespan_context

    @asynccontextmanager
    async def tuned(app: Any) -> AsyncIterator[Any]:
        async with lifespan(app) as state:
            app.state.container.rooms.on_release = note_released
            tune_gc()
            loops = [asyncio.create_task(loop) for loop in (keep_collecting(), keep_collapsing())]
            try:
                yield state
            finally:
                await cancel_all(loops)

    app.router.lifespan_context = tuned
