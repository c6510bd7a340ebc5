"""Monitoring: alerts and dashboard use metrics that a server exports, in valid PromQL."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from devtools.services import find_binary

pytestmark = pytest.mark.programs

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
ALERTS = DEPLOY / "prometheus" / "alerts.yml"
DASHBOARD = DEPLOY / "grafana" / "conclave.json"
NAME = re.compile(r"\bconclave_\w+")
PARTS = re.compile(r"_(bucket|sum|count)$")
OPERATIONS = ROOT / "docs" / "operations.md"


def promtool(*arguments: str, input_text: str | None = None) -> str:
    """Return its output; fail the test if it reports an error."""
    command = [find_binary("promtool", chosen_by="PROMTOOL"), *arguments]
    result = subprocess.run(command, input=input_text, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load(ALERTS.read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    board = json.loads(DASHBOARD.read_text())
    return [panel for panel in board["panels"] if panel["type"] != "row"]


def expressions() -> Iterator[str]:
    """All queries of the alerts and the dashboard."""
    yield from (rule["expr"] for rule in rules())
    yield from (target["expr"] for panel in panels() for target in panel["targets"])


def test_prometheus_accepts_configuration_and_alerts():
    promtool("check", "config", str(DEPLOY / "prometheus" / "prometheus.yml"))
    promtool("check", "rules", "--lint-fatal", str(ALERTS))


def test_alerts_fire_when_they_should():
    promtool("test", "rules", str(DEPLOY / "prometheus" / "alerts.test.yml"))


def test_prometheus_can_compute_every_panel(tmp_path):
    queries = [target["expr"] for panel in panels() for target in panel["targets"]]
    records = [{"record": f"panel:{at}", "expr": expr} for at, expr in enumerate(queries)]
    file = tmp_path / "panels.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": records}]}))
    promtool("check", "rules", str(file))


async def test_every_metric_is_well_named_and_every_queried_metric_exists(url):
    async with httpx.AsyncClient() as http:
        await http.get(f"{url}/api/v1/games")
        text = (await http.get(f"{url}/metrics")).text
    promtool("check", "metrics", input_text=text)
    exported = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    queried = {PARTS.sub("", name) for expr in expressions() for name in NAME.findall(expr)}
    assert queried - exported == set()


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_every_alert_is_documented(rule):
    assert f"`{rule['alert']}`" in OPERATIONS.read_text()
