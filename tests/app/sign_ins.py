"""Sign-ins with a provider, as a browser passes through them."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from tests.app.wire import Person, browse

API = "/api/v1"
FROM_PAGE = {"Sec-Fetch-Site": "same-origin"}


class Visitor:
    """A browser: it keeps cookies, and follows redirects step by step."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http: httpx.AsyncClient = browse(url, headers=FROM_PAGE)

    async def go(self, address: str) -> str:
        """Where a redirect leads."""
        response = await self.http.get(address)
        assert response.status_code in (302, 303), f"{response.status_code}: {response.text}"
        return response.headers["location"]

    async def to_provider(self, next: str = "/games", id: str = "work") -> str:
        """Press the button of the sign-in page."""
        return await self.go(str(httpx.URL(f"{API}/sign-in/{id}", params={"next": next})))

    async def back_from(self, address: str) -> str:
        """Sign in at the provider; returns the address of the callback."""
        return await self.go(address)

    async def sign_in(self, next: str = "/games", id: str = "work") -> str:
        """The whole way; returns the page that it ends at."""
        return await self.go(await self.back_from(await self.to_provider(next, id)))

    async def sign_up(self, name: str, **more: Any) -> httpx.Response:
        """Sign in for the first time, and choose a name."""
        page = await self.sign_in()
        assert page.startswith("/register/work"), page
        return await self.choose(name, **more)

    async def choose(self, name: str, **more: Any) -> httpx.Response:
        body = {"name": name, **more}
        return await self.http.post(f"{API}/accounts/by-provider", json=body)

    async def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return await self.http.request(method, API + path, json=body)

    async def me(self) -> Any:
        """The account whose session this browser has; None if it has none."""
        response = await self.call("GET", "/me?if_any=true")
        return response.json() if response.content else None

    async def confirm(self, next: str = "/settings") -> str:
        """Have the provider confirm the session; returns the page that it ends at."""
        began = await self.call("POST", "/me/confirmation", {"provider": "work", "next": next})
        assert began.status_code == 200, began.text
        return await self.go(await self.back_from(began.json()["location"]))

    async def link(self, password: str | None = None) -> str:
        """Link the provider; returns the page that it ends at."""
        body = {"provider": "work"} | ({"password": password} if password else {})
        began = await self.call("POST", "/me/identities", body)
        assert began.status_code == 200, began.text
        return await self.go(await self.back_from(began.json()["location"]))

    def adopt(self, person: Person) -> None:
        """Use the session of a person."""
        self.http.cookies.set("session", person.token, domain=urlsplit(self.url).hostname or "")


def problem_of(page: str) -> str | None:
    """The reason in the address of a page."""
    return parse_qs(urlsplit(page).query).get("problem", [None])[0]
