"""The units of `deploy/systemd`: their commands do what docs/one-server.md says."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.infra.startup import prepare_database
from tests.app.test_backup_archive import settings_of
from tests.app.test_operator import SECRET
from tests.conftest import sqlite_url

ROOT = Path(__file__).resolve().parents[2]
UNITS = ROOT / "deploy/systemd"


def command_of(unit: str, key: str, folder: Path) -> list[str]:
    """A command of a unit, as systemd runs it, with the paths of this machine."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(UNITS / unit)
    line = parser["Service"][key].replace("%%", "%")
    line = line.replace("/opt/conclave/bin/conclave", f"{sys.executable} -m app.cli")
    return shlex.split(line.replace("/var/backups/conclave", f"{folder}"))


def test_nightly_backup_writes_a_file_and_deletes_those_of_three_weeks_ago(tmp_path):
    backups = tmp_path / "backups"
    backups.mkdir()
    prepare_database(settings_of(sqlite_url(tmp_path)))
    old, other = backups / "old.backup", backups / "letter.txt"
    for file in (old, other):
        file.touch()
        os.utime(file, (time.time() - 21 * 86_400,) * 2)
    environment = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": sqlite_url(tmp_path),
        "SECRET_KEY": SECRET,
    }
    for key in ("ExecStart", "ExecStartPost"):
        command = command_of("conclave-backup.service", key, backups)
        subprocess.run(command, env=environment, cwd=tmp_path, check=True)
    [written] = set(backups.iterdir()) - {other}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{4}\.backup", written.name)


@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.iterdir()))
def test_installation_guide_uses_the_unit(unit):
    guide = (ROOT / "docs/one-server.md").read_text()
    assert unit.removesuffix(".service").removesuffix(".timer") in guide


def test_server_of_the_unit_keeps_its_file_where_it_may_write():
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.read(UNITS / "conclave.service")
    service = parser["Service"]
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert command_of("conclave.service", "ExecStart", Path())[-1] == "serve"
