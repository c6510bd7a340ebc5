"""Passwords: hashes and verifies passwords with argon2 in a small thread pool."""

from __future__ import annotations

import asyncio
import base64
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from pydantic import Field, SecretStr

from app.accounts.names import folded
from app.infra.problems import Problem, invalid
from app.infra.sign_in_settings import PasswordSettings

MIN_LENGTH = 8
MAX_LENGTH = 200
MIN_DISTINCT_CHARACTERS = 4
MAX_WAITING_HASHES = 64
COMMON_PASSWORDS = frozenset(
    (
        *("password", "passwort", "passw0rd", "password1", "password123", "12345678", "123456789"),
        *("1234567890", "11223344", "qwertyui", "qwertyuiop", "qwerty123", "qwertzui", "1q2w3e4r"),
        *("iloveyou", "sunshine", "princess", "football", "baseball", "superman", "trustno1"),
        *("letmein1", "welcome1", "admin123", "changeme", "abcd1234", "abc12345", "conclave"),
    )
)
T = TypeVar("T")

Password = Annotated[SecretStr, Field(min_length=1, max_length=MAX_LENGTH)]
NewPassword = Annotated[SecretStr, Field(min_length=MIN_LENGTH, max_length=MAX_LENGTH)]


class Passwords:
    """Hashes off the event loop; refuses calls beyond MAX_WAITING instead of queueing them."""

    def __init__(self, settings: PasswordSettings) -> None:
        self._hasher = PasswordHasher(
            time_cost=settings.password_rounds, memory_cost=settings.password_kib, parallelism=1
        )
        self._threads = ThreadPoolExecutor(settings.password_threads, "passwords")
        self._waiting = 0
        self._dummy_hash = (
            f"$argon2id$v=19$m={settings.password_kib},t={settings.password_rounds},p=1"
            f"${_random_base64(16)}${_random_base64(32)}"
        )

    async def hash(self, password: SecretStr) -> str:
        """The hash to store. Raises Problem unavailable."""
        text = _normalized(password)
        return await self._run(lambda: self._hasher.hash(text))

    async def is_correct(self, password: SecretStr, stored: str | None) -> bool:
        """Whether the password matches; takes the same time if none is stored. Raises Problem."""
        text = _normalized(password)

        def verify() -> bool:
            try:
                return self._hasher.verify(stored or self._dummy_hash, text)
            except (VerificationError, InvalidHashError):
                return False

        return await self._run(verify)

    def needs_rehash(self, stored: str) -> bool:
        """Whether the hash was made with parameters other than the current ones."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self._threads.shutdown()

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MAX_WAITING_HASHES:
            raise Problem("unavailable", "Too many sign-ins at once; try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def require_acceptable(password: SecretStr, *personal_facts: str | None) -> None:
    """Refuse easily guessed passwords: common ones, and the `personal_facts` of the person.

    Raises Problem invalid-request.
    """
    text = folded(_normalized(password))
    if len(set(text)) < MIN_DISTINCT_CHARACTERS or text in COMMON_PASSWORDS:
        raise invalid("This password is too easy to guess.", "body", "password")
    if text in {folded(word) for word in personal_facts if word}:
        raise invalid("A password must not be your name or address.", "body", "password")


def _normalized(password: SecretStr) -> str:
    """The password in normal form KC, the same from any keyboard."""
    return unicodedata.normalize("NFKC", password.get_secret_value())


def _random_base64(size: int) -> str:
    return base64.b64encode(secrets.token_bytes(size)).decode().rstrip("=")
