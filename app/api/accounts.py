"""Account routes, gathered in one router."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.deletion import router as deletion
from app.api.exports import router as exports
from app.api.identities import router as identities
from app.api.mail import router as mail
from app.api.me import router as me
from app.api.password_resets import router as resets
from app.api.profiles import router as profile
from app.api.sessions import router as sessions
from app.api.sign_in import router as sign_in
from app.api.sign_up import router as sign_up
from app.api.tokens import router as tokens

router = APIRouter()
for part in (
    sessions,
    sign_in,
    sign_up,
    resets,
    mail,
    me,
    identities,
    deletion,
    exports,
    tokens,
    profile,
):
    router.include_router(part)
