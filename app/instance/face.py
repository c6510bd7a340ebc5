"""Face: a server's name, colours, texts and logo, from the host's folder.

instance.toml      name, colours, contact, and short texts by language
imprint.md         a page; imprint.de.md is the same in German. Likewise terms, privacy, rules
logo.svg           or logo.png
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from app.infra.settings import WrongSetting
from app.wire.instance import SitePage

PAGES: tuple[SitePage, ...] = ("rules", "terms", "privacy", "imprint")
"""The pages that a host may write, in the order of the links to them."""
LOGOS = {"logo.svg": "image/svg+xml", "logo.png": "image/png"}
MAX_LOGO_BYTES = 200_000
LANGUAGE = re.compile(r"^[a-z]{2}$")
Colour = Annotated[str, Meta(pattern="^#[0-9a-fA-F]{6}$")]
Line = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]


class Texts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Short texts in one language: below the name on the home page, and a welcome there."""

    tagline: Line | None = None
    welcome: Text | None = None


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    accent: Colour | None = None
    accent_light: Colour | None = None
    contact: Annotated[str, Meta(pattern="^(https://|mailto:)")] | None = None
    texts: dict[str, Texts] = {}


class Face(Struct, frozen=True):
    """What a server looks like; pages are HTML by name and language."""

    name: str = "Conclave"
    accent: str | None = None
    accent_light: str | None = None
    contact: str | None = None
    texts: dict[str, Texts] = {}
    pages: dict[SitePage, dict[str, str]] = {}
    logo: tuple[str, bytes] | None = None  # media type, content


def read_face(instance_folder: str) -> Face:
    """The face in a folder, or Conclave's own if it is empty. Raises WrongSetting."""
    if not instance_folder:
        return Face()
    folder = Path(instance_folder)
    try:
        file = msgspec.toml.decode((folder / "instance.toml").read_bytes(), type=_File)
    except OSError as error:
        raise WrongSetting(f"INSTANCE_FOLDER: no instance.toml ({error.strerror}).") from None
    except msgspec.DecodeError as error:
        raise WrongSetting(f"INSTANCE_FOLDER: instance.toml: {error}.") from None
    for language in file.texts:
        if not LANGUAGE.match(language):
            raise WrongSetting(f"INSTANCE_FOLDER: instance.toml: {language!r} is no language.")
    return Face(
        name=file.name,
        accent=file.accent,
        accent_light=file.accent_light,
        contact=file.contact,
        texts=file.texts,
        pages={page: texts for page in PAGES if (texts := _read_page(folder, page))},
        logo=_read_logo(folder),
    )


def _read_page(folder: Path, page: str) -> dict[str, str]:
    """A page by language; `imprint.md` is the English one. Raw HTML in it stays text."""
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    texts: dict[str, str] = {}
    for file in sorted(folder.glob(f"{page}*.md")):
        language = file.name.removeprefix(page).removesuffix("md").strip(".") or "en"
        if LANGUAGE.match(language):
            texts[language] = markdown.render(file.read_text(encoding="utf-8"))
    return texts


def _read_logo(folder: Path) -> tuple[str, bytes] | None:
    for name, media in LOGOS.items():
        if (file := folder / name).is_file():
            if file.stat().st_size > MAX_LOGO_BYTES:
                raise WrongSetting(f"INSTANCE_FOLDER: {name} is larger than 200 kB.")
            return media, file.read_bytes()
    return None
