"""Documented routes: put the security requirements of their endpoints into the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi.routing import APIRoute

from app.wire.security import demand_of


class DocumentedRoute(APIRoute):
    """A route whose `security` in the document follows from its dependencies."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        demand = demand_of(self.dependant)
        security = demand.requirement() if demand else []
        self.openapi_extra = {"security": security, **(self.openapi_extra or {})}
