"""The files around the code agree with one another; no container engine is needed to see that."""

import re
import tomllib
from pathlib import Path

import yaml

from app.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def names_in_env_example() -> set[str]:
    text = (ROOT / ".env.example").read_text()
    return set(re.findall(r"^(?:# )?([A-Z_]+)=", text, re.MULTILINE))


def test_the_example_environment_names_every_variable_of_the_composed_server():
    text = (ROOT / "docker-compose.yml").read_text()
    composed = set(COMPOSE["services"]["app"]["environment"]) | set(re.findall(r"\${(\w+)", text))
    assert composed <= names_in_env_example()


def test_everything_composed_waits_for_what_is_healthy_and_comes_back():
    services = COMPOSE["services"]
    assert set(services) == {"proxy", "app", "bots", "postgres", "redis"}
    for name, service in services.items():
        for other, wait in service.get("depends_on", {}).items():
            assert wait == {"condition": "service_healthy"}
            assert "healthcheck" in services[other] or services[other]["build"] == "."
        assert service["restart"] == "unless-stopped", name
        assert service["stop_grace_period"], name
    assert "HEALTHCHECK" in DOCKERFILE


def test_three_servers_stand_behind_the_proxy_and_nothing_else_is_reached():
    services = COMPOSE["services"]
    assert services["app"]["deploy"]["replicas"] == 3
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["data"] == {"internal": True}
    assert services["postgres"]["networks"] == services["redis"]["networks"] == ["data"]
    assert "data" not in services["proxy"]["networks"]
    caddyfile = (ROOT / "deploy" / "Caddyfile").read_text()
    name, port = (re.search(rf"{word} (\S+)", caddyfile) for word in ("name", "port"))
    assert name[1] in services
    assert f"PORT={port[1]}" in DOCKERFILE
    mounted = services["proxy"]["volumes"][0].split(":")[0]
    assert (ROOT / mounted).is_file()


def test_servers_leave_opponents_and_deadlines_to_a_process_of_their_own():
    app, bots = (COMPOSE["services"][name] for name in ("app", "bots"))
    assert app["environment"]["BACKGROUND"] == "false"
    assert "BACKGROUND" not in bots["environment"]
    same = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "PUBLIC_URL"}
    assert {app["environment"][name] == bots["environment"][name] for name in same} == {True}


def test_composed_servers_may_do_little_and_end_in_time():
    for name in ("app", "bots"):
        service = COMPOSE["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert int(service["stop_grace_period"].removesuffix("s")) > Settings().drain_seconds + 5


def test_secrets_come_from_the_environment():
    text = (ROOT / "docker-compose.yml").read_text()
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        values = re.findall(rf"^\s*{secret}: (.+)$", text, re.MULTILINE)
        assert values
        assert all(value.startswith(f"${{{secret}:?") for value in values)


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
