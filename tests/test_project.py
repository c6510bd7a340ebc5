"""Project files are consistent with one another; checked without a container engine."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from sqlalchemy import make_url

from app.infra.read_settings import read_settings
from app.infra.settings import Settings
from devtools.marked_section import section
from scripts.settings_table import OPERATIONS, settings_table

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
ENGINE = tomllib.loads((ROOT / "engine/pyproject.toml").read_text())
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()


SETTINGS = {name.upper() for name in Settings.model_fields}
OF_UVICORN = {"FORWARDED_ALLOW_IPS"}
OF_COMPOSE = {"SITE", "TLS_PORT", "SERVER_MEMORY", "POSTGRES_MEMORY"}


def example_settings() -> dict[str, str]:
    """The lines of .env.example, by name."""
    text = (ROOT / ".env.example").read_text()
    return dict(re.findall(r"^# ([A-Z_]+)=(.*)$", text, re.MULTILINE))


def documented_defaults() -> dict[str, str]:
    """The list of settings in docs/operations.md: the default of each, by name."""
    table = section(OPERATIONS.read_text(), "settings")
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\S.*?) \|", table, re.MULTILINE)
    return {name: default.strip("`").replace("empty", "") for name, default in rows}


def test_operations_and_example_environment_name_every_setting():
    assert set(documented_defaults()) == SETTINGS
    assert all(f"`{name}`" in OPERATIONS.read_text() for name in OF_UVICORN)
    assert set(example_settings()) == SETTINGS | OF_UVICORN | OF_COMPOSE


def test_documented_settings_table_is_current():
    table = section(OPERATIONS.read_text(), "settings").strip()
    assert table == settings_table(), "python -m scripts.settings_table regenerates it"


def test_every_setting_is_explained():
    for name, field in Settings.model_fields.items():
        assert (field.description or "").endswith("."), name


@pytest.mark.parametrize("defaults", [documented_defaults, example_settings])
def test_documented_defaults_are_the_defaults(defaults, monkeypatch):
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    plain = Settings(_env_file=None)
    for name in sorted(SETTINGS):
        value, field = defaults()[name], name.lower()
        if name == "PAGE_FOLDER":
            value = str(ROOT / value)
        assert getattr(Settings(_env_file=None, **{field: value}), field) == getattr(plain, field)


def test_every_variable_of_the_composition_is_documented():
    text = (ROOT / "docker-compose.yml").read_text()
    composed = set(COMPOSE["services"]["app"]["environment"]) | set(re.findall(r"\${(\w+)", text))
    assert composed <= set(example_settings())


@pytest.mark.parametrize("name", ["app", "bots"])
def test_every_setting_reaches_the_composed_servers(name):
    """From .env, which may be missing, except for settings that the composition decides."""
    service = COMPOSE["services"][name]
    assert service["env_file"] == [{"path": ".env", "required": False}]
    environment = service["environment"]
    assert set(environment) <= SETTINGS | OF_UVICORN
    decided = {key: value for key, value in environment.items() if not value.startswith("${")}
    text = (ROOT / "docs" / "operations.md").read_text()
    paragraph = next(part for part in text.split("\n\n") if "decides itself" in part)
    for key in decided:
        assert f"`{key}`" in paragraph or key.startswith("POSTGRES_"), key
    for key, value in environment.items():
        assert value.startswith("${") == (key not in decided)
        assert not value.startswith("${") or re.match(rf"\$\{{{key}:[-?]", value), key


def test_composed_servers_use_the_composed_database(monkeypatch, tmp_path):
    """With any password."""
    monkeypatch.chdir(tmp_path)
    password = "p@ss:/w%rd #$'?&+ü"
    variables = {"POSTGRES_PASSWORD": password, "SECRET_KEY": "x" * 32}
    for key, value in COMPOSE["services"]["app"]["environment"].items():
        expanded = re.sub(r"\$\{(\w+):?[-?]?([^}]*)\}", lambda m: variables.get(m[1], m[2]), value)
        monkeypatch.setenv(key, expanded)
    url = make_url(read_settings().database_url)
    database = COMPOSE["services"]["postgres"]["environment"]
    assert (url.drivername, url.host, url.port) == ("postgresql+asyncpg", "postgres", 5432)
    assert (url.username, url.database) == (database["POSTGRES_USER"], database["POSTGRES_DB"])
    assert url.password == password


def test_composed_services_are_bounded_in_memory_and_logs():
    for name, service in COMPOSE["services"].items():
        assert re.fullmatch(r"(\$\{\w+_MEMORY:-)?\d+[gm]\}?", service["mem_limit"]), name
        assert service["logging"]["driver"] == "json-file", name
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name


NAMES = {
    "chrome": "Chrome",
    "edge": "Edge",
    "firefox": "Firefox",
    "safari": "Safari",
    "ios_saf": "Safari on iOS",
}


def test_readme_names_the_browsers_that_the_page_is_built_for():
    floor = json.loads((ROOT / "web" / "package.json").read_text())["browserslist"]
    browsers = [f"{NAMES[name]} {version}" for name, _, version in map(str.split, floor)]
    sentence = f"Supported browsers: {', '.join(browsers[:-1])} and {browsers[-1]}, or newer."
    assert sentence in (ROOT / "README.md").read_text()


def test_proxy_hides_the_metrics():
    caddyfile = (ROOT / "deploy" / "Caddyfile").read_text()
    assert re.search(r"^\t@figures path /metrics /metrics/\*$", caddyfile, re.MULTILINE)
    assert re.search(r"^\trespond @figures 404$", caddyfile, re.MULTILINE)


def test_composed_services_wait_for_healthy_dependencies_and_restart():
    services = COMPOSE["services"]
    assert set(services) == {"proxy", "app", "bots", "postgres", "redis"}
    for name, service in services.items():
        for other, wait in service.get("depends_on", {}).items():
            assert wait == {"condition": "service_healthy"}
            assert "healthcheck" in services[other] or services[other]["build"] == "."
        assert service["restart"] == "unless-stopped", name
        assert service["stop_grace_period"], name
    assert "HEALTHCHECK" in DOCKERFILE


def test_three_servers_are_behind_the_proxy_and_nothing_else_is_exposed():
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


def test_servers_leave_bots_and_deadlines_to_a_separate_process():
    app, bots = (COMPOSE["services"][name] for name in ("app", "bots"))
    assert app["environment"]["BACKGROUND"] == "false"
    assert bots["environment"]["BACKGROUND"] == "true"
    same = {"POSTGRES_HOST", "POSTGRES_PASSWORD", "REDIS_URL", "SECRET_KEY", "PUBLIC_URL"}
    assert {app["environment"][name] == bots["environment"][name] for name in same} == {True}


def test_compose_services_have_few_privileges_and_stop_in_time():
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
        assert values, secret
        assert all(value.startswith(f"${{{secret}:?") for value in values)


def test_image_copies_only_existing_files_in_the_build_context():
    sent = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    copies = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    for source in " ".join(copies).split():
        assert (ROOT / source).exists(), source
        assert source.split("/")[0] in sent, source


def test_image_does_not_run_as_root():
    assert re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE) == ["10001"]
    assert re.search(r"useradd .*--uid 10001 .*conclave$", DOCKERFILE, re.MULTILINE)


def test_every_game_of_this_package_is_behind_the_import_wall():
    games = ENGINE["project"]["entry-points"]["conclave.games"].values()
    contracts = {wall["id"]: wall for wall in PROJECT["tool"]["importlinter"]["contracts"]}
    walled = contracts["games-by-registry"]["forbidden_modules"]
    assert {game.split(":")[0] for game in games} == set(walled)


def test_every_package_of_the_engine_that_servers_use_is_pure():
    contracts = {wall["id"]: wall for wall in PROJECT["tool"]["importlinter"]["contracts"]}
    packages = {path.parent.name for path in ROOT.glob("engine/*/__init__.py")}
    packages -= {"lab", "testing"}  # measure and test, and read files
    assert {f"engine.{name}" for name in packages} == set(
        contracts["engine-is-pure"]["source_modules"]
    )


@pytest.mark.parametrize("name", ["architecture.md", "life-of-an-answer.md"])
def test_files_named_in_a_document_exist(name):
    """Relative to the repository, the server, the page or the engine."""
    text = (ROOT / "docs" / name).read_text()
    paths = set(re.findall(r"`(\w+/[\w/]+(?:/|\.py|\.ts|\.svelte|\.md))`", text))
    assert len(paths) > 10
    bases = [ROOT, ROOT / "app", ROOT / "web/src", ROOT / "engine"]
    assert not {path for path in paths if not any((base / path).exists() for base in bases)}


def test_image_and_makefile_install_with_the_same_uv():
    pins = re.findall(r"uv==(\S+)", DOCKERFILE + (ROOT / "Makefile").read_text())
    assert len(pins) == 2
    assert len(set(pins)) == 1
