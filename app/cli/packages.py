"""Packages: the games that are installed from elsewhere, whose code an operator trusts."""

from __future__ import annotations

from engine.core.page_parts import PageParts


def describe_packages() -> list[str]:
    """A line for each game from outside: its package, and whether it has a script in the page."""
    from engine.core.registry import games, packages

    return [
        f"{id}: {package.name} {package.version}{_describe_board(games()[id].page)}"
        for id, package in packages().items()
    ]


def _describe_board(page: PageParts | None) -> str:
    if page is None or page.board is None:
        return ""
    return f", with a board (contract {page.board.contract}) that runs in the page"
