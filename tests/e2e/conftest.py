"""Fixtures of the browser tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page


@pytest.fixture
async def weak_page(browser: Browser) -> AsyncIterator[Page]:
    """A page that may lose its server: that it can't reach it is no error then."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    errors: list[str] = []
    page = await context.new_page()
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    yield page
    await context.close()
    assert not errors, "\n".join(errors)
