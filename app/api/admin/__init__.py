"""Routes of the staff, `/admin`, gathered in one router."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.admin.matches import router as matches
from app.api.admin.people import router as people
from app.api.admin.reports import router as reports
from app.api.admin.server import router as server

router = APIRouter(tags=["staff"])
for part in (reports, people, matches, server):
    router.include_router(part)
