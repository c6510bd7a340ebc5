"""Distributions: three wheels, each from its own sdist; `make dist-check` shows that they work."""

import random
import re
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from app.infra.settings import Settings
from app.infra.version import version as installed_version
from app.server import protocols, run
from app.server.http_protocol import BoundedHttpProtocol
from app.tuning.websocket_protocol import CoalescingProtocol
from scripts import dist, third_party
from tests.app.conftest import running
from tests.app.random_answers import pick
from tests.app.wire import two_at_tiny
from tests.test_project import ENGINE, PROJECT


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REPOSITORY", "https://code.example.org/conclave/")
        dist.check(dist.build(folder))
    return folder


def metadata(folder: Path, prefix: str) -> str:
    (wheel,) = folder.glob(f"{prefix}*.whl")
    with ZipFile(wheel) as archive:
        (name,) = (file for file in archive.namelist() if file.endswith("/METADATA"))
        return archive.read(name).decode()


def test_server_requires_the_rules_of_its_own_version(folder):
    text = metadata(folder, "conclave_tables")
    assert f"Version: {dist.version()}\n" in text
    assert f"Requires-Dist: conclave-engine=={dist.version()}\n" in text
    assert f"Version: {dist.version()}\n" in metadata(folder, "conclave_engine")


def test_rules_require_only_msgspec(folder):
    requirements = re.findall(
        r"^Requires-Dist: (.*)$", metadata(folder, "conclave_engine"), re.MULTILINE
    )
    needed, of_extras = requirements[:1], requirements[1:]
    assert needed == ["msgspec>=0.22"]
    assert all(requirement.endswith("; extra == 'test'") for requirement in of_extras)


def test_client_requires_neither_the_server_nor_the_rules(folder):
    requirements = re.findall(
        r"^Requires-Dist: (.*)$", metadata(folder, "conclave_client"), re.MULTILINE
    )
    assert requirements == [
        "httpx>=0.28",
        "msgspec>=0.22",
        "websockets>=14",
        "conclave-engine; extra == 'search'",
    ]
    assert f"Version: {dist.version()}\n" in metadata(folder, "conclave_client")


def test_every_distribution_links_to_the_repository(folder):
    for prefix in ("conclave_engine", "conclave_tables", "conclave_client"):
        text = metadata(folder, prefix)
        assert "Project-URL: Source, https://code.example.org/conclave\n" in text
        assert "/conclave/blob/main/CHANGELOG.md" in text


def test_wheel_of_the_page_names_the_licences_of_what_is_inside(folder):
    text = metadata(folder, "conclave_tables")
    assert f"License-Expression: {third_party.expression()}\n" in text
    (wheel,) = folder.glob("conclave_tables*.whl")
    with ZipFile(wheel) as archive:
        names = [name.rpartition("/")[2] for name in archive.namelist() if "/licenses/" in name]
    assert sorted(names) == ["LICENSE", "THIRD-PARTY.md"]


def test_no_sdist_contains_sources_of_another(folder):
    for name, packages in dist.PARTS.items():
        (sdist,) = folder.glob(f"{name.replace('-', '_')}*.tar.gz")
        with tarfile.open(sdist) as archive:
            files = {file.partition("/")[2] for file in archive.getnames()}
        if name == "conclave-engine":
            assert {"core/game.py", "LICENSE", "README.md"} <= files
        else:
            assert packages == {file.split("/")[0] for file in files if file.endswith(".py")} - {
                "hatch_build.py",
                "examples",
            }


def test_wheel_with_files_of_another_is_refused(folder, tmp_path):
    wheels = []
    for wheel in folder.glob("*.whl"):
        copy = tmp_path / wheel.name
        copy.write_bytes(wheel.read_bytes())
        with ZipFile(copy, "a") as archive:
            archive.writestr("engine/intruder.py", "")
        wheels.append(copy)
    with pytest.raises(dist.WrongDistribution, match=r"have \['engine/intruder.py'\]"):
        dist.check(wheels)


def test_version_is_written_once():
    assert "version" in PROJECT["project"]["dynamic"]
    assert "version" in ENGINE["project"]["dynamic"]
    assert installed_version() == dist.version()


def test_command_reports_its_version():
    result = CliRunner().invoke(cli, ["--version"])
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, f"conclave {dist.version()}")


def test_installed_uvicorn_is_supported_by_our_protocols():
    protocols.fits_installed.cache_clear()
    config = run.configure(Settings(_env_file=None))
    assert (config.http, config.ws) == (BoundedHttpProtocol, CoalescingProtocol)


def test_dependency_bounds_match_the_protocols():
    bounded = [
        requirement for requirement in PROJECT["project"]["dependencies"] if "<" in requirement
    ]
    assert bounded == ["uvicorn>=0.54,<0.55", "websockets>=17,<18"]
    assert protocols.WRITTEN_FOR == {"uvicorn": "0.54.", "websockets": "17."}


OTHER_UVICORN = """
from importlib import metadata

original = metadata.version
metadata.version = lambda name: "99.0" if name == "uvicorn" else original(name)
"""


async def test_other_uvicorn_serves_with_its_own_protocols(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(OTHER_UVICORN)
    for server in running(tmp_path, "other.log", {"PYTHONPATH": str(tmp_path)}, forked=False):
        assert "stock protocols" in server.log.read_text()
        ann, bob, match = await two_at_tiny(server.url)
        for wire in (await ann.wire(match), await bob.wire(match)):
            if wire.decisions:
                reply = await wire.answer(pick(wire.decisions[0], random.Random(1)))
                assert reply["t"] == "ack"
            await wire.close()
