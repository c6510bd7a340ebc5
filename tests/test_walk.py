"""The walk of an answer through the server's files, and the document that follows it."""

from __future__ import annotations

import re
import sys

import pytest

from scripts.walk import APP, Walk

ROOT = APP.parent
SOURCES = {
    "one.py": """
def first(g, h):
    for _ in range(3):
        g()
    h()
    own()

def own(): ...
""",
    "two.py": """
def g(): ...
def h(): ...
async def waits(pause, then):
    await pause
    then()
""",
}


def functions_of(file: str) -> dict:
    """The functions of a source, as if it were in the server's folder."""
    names: dict = {}
    exec(compile(SOURCES[file], f"{APP}/{file}", "exec"), names)
    return names


def walk_of(work) -> Walk:
    walk = Walk()
    walk.is_on = True
    sys.setprofile(walk.note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return walk


def test_walk_visits_a_loop_once_and_returns_to_the_calling_file():
    caller, callees = functions_of("one.py"), functions_of("two.py")
    walk = walk_of(lambda: caller["first"](callees["g"], callees["h"]))
    assert [(stay.file, stay.function) for stay in walk.stays] == [
        ("app/one.py", "first"),
        ("app/two.py", "g"),
        ("app/one.py", "own"),
    ]
    assert walk.stays[1].caller == "app/one.py:4"
    assert walk.files == ["app/one.py", "app/two.py"]


def test_resumed_coroutine_is_not_a_new_call():
    caller, callees = functions_of("one.py"), functions_of("two.py")

    class Pause:
        def __await__(self):
            caller["own"]()
            yield

    def work():
        coroutine = callees["waits"](Pause(), lambda: None)
        coroutine.send(None)
        with pytest.raises(StopIteration):
            coroutine.send(None)

    assert [stay.function for stay in walk_of(work).stays] == ["waits", "own"]


@pytest.mark.parametrize("name", ["architecture.md", "life-of-an-answer.md"])
def test_files_named_in_a_document_exist(name: str):
    """Relative to the repository, the server, the page or the engine."""
    text = (ROOT / "docs" / name).read_text()
    paths = set(re.findall(r"`(\w+/[\w/]+(?:/|\.py|\.ts|\.svelte|\.md))`", text))
    assert len(paths) > 10
    bases = [ROOT, APP, ROOT / "web/src", ROOT / "engine"]
    assert not {path for path in paths if not any((base / path).exists() for base in bases)}
