"""A release is named by its tag, the changelog and the project alike."""

from __future__ import annotations

import pytest

from app.infra.version import version
from scripts.dist import ROOT
from scripts.release_notes import WrongVersion, notes_of

CHANGELOG = """# Changelog

## [Unreleased]

- not yet

## [1.1.0] - 2026-02-01

- new

## [1.0.0] - 2026-01-01

- old
"""


def test_notes_are_the_section_of_the_newest_version():
    assert notes_of("v1.1.0", CHANGELOG, "1.1.0") == "- new\n"


@pytest.mark.parametrize(
    ("tag", "project"), [("v1.0.0", "1.0.0"), ("v1.2.0", "1.2.0"), ("v1.1.0", "1.0.9")]
)
def test_other_versions_are_refused(tag, project):
    with pytest.raises(WrongVersion):
        notes_of(tag, CHANGELOG, project)


def test_version_of_the_project_has_notes():
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert notes_of(f"v{version()}", changelog, version()).startswith("###")
