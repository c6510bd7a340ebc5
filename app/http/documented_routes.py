"""Documented routes: put the security requirements of their endpoints into the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi.routing import APIRoute

from app.wire.security import demand_of


class DocumentedRoute(APIRoute):
    """A route whose `security` in the document, and the role that it takes, follow from its
    dependencies.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        demand = demand_of(self.dependant)
        security = demand.requirement() if demand else []
        role = {"x-role": demand.role} if demand and demand.role else {}
        self.openapi_extra = {"security": security, **role, **(self.openapi_extra or {})}
