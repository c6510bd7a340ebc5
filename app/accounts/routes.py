"""The routes of accounts."""

from __future__ import annotations

from fastapi import APIRouter

from app.accounts.me import router as me
from app.accounts.profile import router as profile
from app.accounts.resets import router as resets
from app.accounts.sessions import router as sessions
from app.accounts.tokens import router as tokens

router = APIRouter()
for part in (sessions, resets, me, tokens, profile):
    router.include_router(part)
