"""Request bodies: the base of their models, whose errors locate the fault in a body."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Body(BaseModel):
    """A request body; unknown members are refused. The docstring below a field describes it."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)
