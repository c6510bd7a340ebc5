"""The files around the code agree with one another; no container engine is needed to see that."""

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def names_in_env_example() -> set[str]:
    text = (ROOT / ".env.example").read_text()
    return set(re.findall(r"^(?:# )?([A-Z_]+)=", text, re.MULTILINE))


def test_the_example_environment_names_every_variable_of_the_composed_server():
    assert set(COMPOSE["services"]["app"]["environment"]) <= names_in_env_example()


def test_the_composed_server_waits_for_services_that_are_healthy():
    services = COMPOSE["services"]
    for name, wait in services["app"]["depends_on"].items():
        assert wait == {"condition": "service_healthy"}
        assert "healthcheck" in services[name]
    assert "HEALTHCHECK" in DOCKERFILE


def test_the_image_copies_what_exists_and_is_sent_to_the_builder():
    sent = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    copies = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    for source in " ".join(copies).split():
        assert (ROOT / source).exists(), source
        assert source.split("/")[0] in sent, source


def test_the_image_does_not_run_as_root():
    assert re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE) == ["conclave"]


def test_every_game_of_this_package_stands_behind_the_wall():
    games = PROJECT["project"]["entry-points"]["conclave.games"].values()
    contracts = {wall["id"]: wall for wall in PROJECT["tool"]["importlinter"]["contracts"]}
    walled = contracts["games-by-registry"]["forbidden_modules"]
    assert {game.split(":")[0] for game in games} == set(walled)


def test_the_image_and_the_makefile_install_with_the_same_uv():
    pins = re.findall(r"uv==(\S+)", DOCKERFILE + (ROOT / "Makefile").read_text())
    assert len(pins) == 2
    assert len(set(pins)) == 1
