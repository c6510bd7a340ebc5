"""Snippets in the documents are true: programs run, excerpts occur in the code, README's bot is the
example.
"""

from __future__ import annotations

import asyncio
import re
import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from app.authoring.new_game import TEMPLATE
from devtools.services import free_port
from tests.app.wire import arrive, tiny

pytestmark = pytest.mark.programs

ROOT = Path(__file__).parents[2]
WRITTEN_FOR = "http://127.0.0.1:8000"
"""The server's address in the documents."""


class Snippet(NamedTuple):
    """A fenced block: its document, its line there, its language and its text."""

    document: str
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.document}:{self.line}"

    @property
    def is_excerpt(self) -> bool:
        """Whether it occurs in the code, as it is or inside a class."""
        inside = textwrap.indent(self.text, "    ")
        return any(text in source for source in sources() for text in (self.text, inside))


@cache
def sources() -> list[str]:
    folders = ("app", "engine", "examples", "clients/python/examples", "tests/tiny_game")
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    return [file.read_text() for file in files]


def snippets(*languages: str) -> list[Snippet]:
    blocks = []
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = file.read_text()
        for block in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, block.start()) + 1
            blocks.append(Snippet(str(file.relative_to(ROOT)), line, block[1], block[2]))
    return [snippet for snippet in blocks if snippet.language in languages]


PYTHON = [snippet for snippet in snippets("python") if not snippet.is_excerpt]
SHELL = snippets("sh", "bash", "shell")
NODE = snippets("javascript")
OWN_NODE = ROOT / ".venv/node/node"
"""Node.js of a wheel, where the system's is too old."""


async def run(folder: Path, *command: str) -> str:
    """Return what a command prints; it must exit with 0."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(120):
        out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    return out.decode()


def test_every_curl_command_is_in_a_block_that_is_run():
    for file in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        count = len(re.findall(r"\bcurl -", file.read_text()))
        shell = [snippet for snippet in SHELL if ROOT / snippet.document == file]
        assert count == sum(snippet.text.count("curl -") for snippet in shell), file


def test_documents_have_programs_excerpts_and_commands():
    assert {snippet.document for snippet in PYTHON} >= {
        "docs/bots.md",
        "docs/protocol.md",
        "docs/adding-a-game.md",
    }
    excerpts = {snippet.document for snippet in snippets("python") if snippet.is_excerpt}
    assert excerpts >= {"README.md", "docs/adding-a-card.md", "docs/adding-a-game.md"}
    assert {snippet.document for snippet in SHELL} >= {"docs/bots.md", "docs/protocol.md"}
    assert {snippet.document for snippet in NODE} == {"docs/protocol.md"}


def test_guide_prints_every_file_of_the_template():
    """Whole, imports included; the guide is read in the order in which a game is written."""
    package = TEMPLATE / "conclave_night_market"
    files = {file.read_text() for file in package.glob("*.py") if file.name != "__init__.py"}
    guide = (ROOT / "docs/adding-a-game.md").read_text()
    missing = [text.partition("\n")[0] for text in files if f"```python\n{text}```\n" not in guide]
    assert missing == []
    assert f"```toml\n{(TEMPLATE / 'pyproject.toml').read_text()}```\n" in guide


def test_readme_prints_the_example_bot():
    (printed,) = [snippet for snippet in snippets("python") if snippet.document == "README.md"]
    program = (ROOT / "clients/python/examples/first_bot.py").read_text()
    assert printed.text in program


@pytest.mark.parametrize("snippet", PYTHON, ids=lambda snippet: snippet.place)
async def test_python_program_of_the_documents_runs(embedded, snippet):
    """Run from the repository's root; if it reads arguments: with server, token and a match."""
    arguments = []
    if "sys.argv" in snippet.text:
        ann = await arrive(embedded.url, "Ann")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        arguments = [embedded.url, ann.token, await tiny(ann, 3, seats)]
    output = await run(ROOT, sys.executable, "-c", snippet.text, *arguments)
    assert not arguments or "'reason': 'finished'" in output, output


@pytest.mark.parametrize("snippet", NODE, ids=lambda snippet: snippet.place)
async def test_javascript_program_of_the_documents_runs(embedded, tmp_path, snippet):
    """With server, token and a match as arguments; it plays the match to its end."""
    ann = await arrive(embedded.url, "Ann")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    program = tmp_path / "program.mjs"
    program.write_text(snippet.text)
    node = str(OWN_NODE) if OWN_NODE.exists() else "node"
    output = await run(
        tmp_path, node, str(program), embedded.url, ann.token, await tiny(ann, 3, seats)
    )
    assert "reason: 'finished'" in output, output


@pytest.mark.parametrize("snippet", SHELL, ids=lambda snippet: snippet.place)
async def test_shell_command_of_the_documents_runs_twice_at_one_server(serve, tmp_path, snippet):
    """As a reader runs it: it stops at what goes wrong by itself, and no name is taken."""
    text = snippet.text.replace(WRITTEN_FOR, serve().url)
    for _ in range(2):
        output = await run(tmp_path, "bash", "-c", text)
        assert output
        assert "/problems/" not in output
        if "/decisions/" in text:
            assert '"ply":' in output, output


@pytest.mark.parametrize("snippet", SHELL, ids=lambda snippet: snippet.place)
async def test_shell_command_of_the_documents_says_that_the_server_is_away(tmp_path, snippet):
    text = snippet.text.replace(WRITTEN_FOR, f"http://127.0.0.1:{free_port()}")
    process = await asyncio.create_subprocess_exec(
        *("bash", "-c", text),
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await process.communicate()
    assert process.returncode != 0
    assert b"curl" in errors
