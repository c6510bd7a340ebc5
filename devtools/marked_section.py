"""Marked sections: the parts of a document that a program writes, between two comments.

<!-- settings: written by python -m scripts.settings_table -->
…
<!-- end of settings -->
"""

from __future__ import annotations

import re


def section(text: str, name: str) -> str:
    """The body of a document's section. Raises ValueError if there is none of that name."""
    return _marked(text, name)[2]


def with_section(text: str, name: str, body: str) -> str:
    """The document with another body in its section of that name. Raises ValueError if none."""
    match = _marked(text, name)
    return f"{text[: match.start(2)]}\n{body.strip()}\n\n{text[match.end(2) :]}"


def _marked(text: str, name: str) -> re.Match[str]:
    marks = rf"(<!-- {re.escape(name)}: .*? -->\n)(.*?)(<!-- end of {re.escape(name)} -->)"
    match = re.search(marks, text, re.DOTALL)
    if match is None:
        raise ValueError(f"no section {name} is marked")
    return match
