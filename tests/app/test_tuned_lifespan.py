"""Tuned lifespan: a served application is tuned while it runs, and no longer."""

from __future__ import annotations

import asyncio
import gc
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette

from app.tuning.gc_tuning import YOUNG_THRESHOLDS, note_released
from app.tuning.tuned_lifespan import tune


@pytest.fixture
def restored_gc():
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def running_loops() -> set[str]:
    tasks = [task for task in asyncio.all_tasks() if not task.done()]
    return {task.get_coro().__name__ for task in tasks} & {"keep_collecting", "keep_collapsing"}


async def test_application_is_tuned_while_it_runs(restored_gc):
    rooms = SimpleNamespace(on_release=None)

    @asynccontextmanager
    async def lifespan(app):
        app.state.container = SimpleNamespace(rooms=rooms)
        yield {"ready": True}

    app = Starlette(lifespan=lifespan)
    tune(app)
    async with app.router.lifespan_context(app) as state:
        await asyncio.sleep(0)
        assert state == {"ready": True}
        assert rooms.on_release is note_released
        assert gc.get_threshold()[:2] == YOUNG_THRESHOLDS
        assert "keep_collecting" in running_loops()
    assert not running_loops()
