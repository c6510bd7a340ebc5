"""Generated client: a generator builds it from the OpenAPI document, except for streams
and files, and it plays a match.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.contract import openapi

ROOT = Path(__file__).parents[2]
GENERATOR = ROOT / ".venv/generator"
"""`make test` installs it there, apart from our own dependencies."""
PLAYER = Path(__file__).with_name("generated_player.py")
STREAMS = {"streamMatch", "streamAnalysis", "streamAccount"}
"""Their JSON lines are described in AsyncAPI; generators do not know this kind of reply."""
FILES = {"downloadExport", "getLogo"}
"""Archives and pictures, which generators leave to the caller as well."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder with the generated package, and the output of the generator."""
    folder = tmp_path_factory.mktemp("generated")
    document, config = folder / "openapi.json", folder / "config.yaml"
    document.write_text(json.dumps(openapi()))
    config.write_text("post_hooks: []\n")
    options = ["--path", document, "--config", config, "--meta", "none"]
    to = ["--output-path", folder / "conclave_client"]
    output = run(
        [sys.executable, "-m", "openapi_python_client", "generate", *options, *to], GENERATOR
    )
    return folder, output


def run(command: list[object], *paths: Path) -> str:
    """The output of a command with these folders on its path; it must succeed."""
    places = os.pathsep.join(map(str, paths))
    result = subprocess.run(
        list(map(str, command)),
        env={**os.environ, "PYTHONPATH": places},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def test_generator_drops_only_streams_and_files(generated):
    folder, output = generated
    dropped = set(re.findall(r"WARNING parsing (\S+ \S+) within", output))
    ids = {
        f"{method.upper()} {path}": operation["operationId"]
        for path, methods in openapi()["paths"].items()
        for method, operation in methods.items()
    }
    assert {ids[name] for name in dropped} == STREAMS | FILES, output
    modules = {file.stem for file in folder.glob("conclave_client/api/*/[a-z]*.py")}
    assert modules == set(map(snake, ids.values()))


def snake(name: str) -> str:
    return re.sub(r"(?=[A-Z])", "_", name).lower()


def test_every_request_with_a_body_takes_a_named_type(generated):
    folder, _ = generated
    for methods in openapi()["paths"].values():
        for operation in methods.values():
            if "requestBody" in operation:
                (file,) = folder.glob(f"conclave_client/api/*/{snake(operation['operationId'])}.py")
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                name = schema["$ref"].rpartition("/")[2]
                assert re.search(rf"\bbody: {name}\b", file.read_text()), file


def test_generated_client_plays_a_match(generated, embedded):
    folder, _ = generated
    output = run([sys.executable, PLAYER, embedded.url], folder, GENERATOR)
    assert re.fullmatch(r"\d+ answers, finished, seats \[0, 1\]\n", output), output
