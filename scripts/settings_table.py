"""Settings table: writes the list of settings in docs/operations.md from their declarations.

    python -m scripts.settings_table

Names, defaults, bounds and meanings are those of `app/infra/settings.py`. `tests/test_project.py`
fails while the document differs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from app.infra.setting_types import Unit
from app.infra.settings import Settings
from devtools.marked_section import with_section

ROOT = Path(__file__).resolve().parents[1]
OPERATIONS = ROOT / "docs/operations.md"
HEAD = "| setting | default | allowed | meaning |\n|---|---|---|---|"


def settings_table() -> str:
    """A heading and a table for each group of settings, in the order of their declaration."""
    return "\n\n".join(_group(group) for group in reversed(Settings.__bases__))


def _group(group: type[Any]) -> str:
    title, _, more = (group.__doc__ or "").strip().partition(".")
    fields = Settings.model_fields
    rows = (_row(name, fields[name]) for name in group.__annotations__ if name in fields)
    parts = [f"### {title}", " ".join(more.split()), "\n".join([HEAD, *rows])]
    return "\n\n".join(part for part in parts if part)


def _row(name: str, field: FieldInfo) -> str:
    meaning = " ".join((field.description or "").split())
    return f"| `{name.upper()}` | {_default(field.default)} | {_allowed(field)} | {meaning} |"


def _default(value: Any) -> str:
    match value:
        case "" | SecretStr():
            return "empty"
        case bool():
            return f"`{value}`".lower()
        case float():
            return f"`{value:g}`" if value % 1 else f"`{int(value)}`"
        case Path():
            return f"`{value.relative_to(ROOT)}`"
        case _:
            return f"`{value}`"


def _allowed(field: FieldInfo) -> str:
    """The values that a setting may have, with their unit: `0 to 60 s`."""
    if field.annotation is bool:
        return "`true`, `false`"
    if get_origin(field.annotation) is Literal:
        return ", ".join(f"`{value}`" for value in get_args(field.annotation))
    if field.annotation not in (int, float):
        return "text"
    units = [unit.name for unit in field.metadata if isinstance(unit, Unit)]
    return " ".join([_range(field.metadata), *units])


def _range(bounds: list[Any]) -> str:
    match bounds:
        case [Ge(ge=least), Le(le=most), *_]:
            return f"{least} to {most}"
        case [Gt(gt=below), Le(le=most), *_]:
            return f"more than {below}, at most {most}"
        case [Ge(ge=least), *_]:
            return f"at least {least}"
        case [Gt(gt=below), *_]:
            return f"more than {below}"
        case _:
            return "any number"


def main() -> None:
    """Write the section."""
    text = OPERATIONS.read_text(encoding="utf-8")
    OPERATIONS.write_text(with_section(text, "settings", settings_table()), encoding="utf-8")


if __name__ == "__main__":
    main()
