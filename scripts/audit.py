"""Audit: queries the advisory services of Python's and npm's registries for known weaknesses in the
locked packages (`make audit`; public CI does so daily). With only a package mirror in reach it
reports that and succeeds.

    python -m scripts.audit [--when]

`make check` only says when it last ran here: an advisory published tomorrow breaks no build.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / ".venv/.audited"
"""Its modification time is that of the last audit that reached a service."""
TIMEOUT_S = 60
UNREACHABLE = "{} advisories are not reachable from here: not audited."


def python_weaknesses(lock: Path) -> list[str] | None:
    """ "name version: advisory" for each; None if the service could not be reached."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", f"{lock}", "--format", "json"]
    report = _json([*command, "--disable-pip", "--require-hashes", "--timeout", "5"], ROOT)
    if report is None or all(
        "skip_reason" in package for package in report.get("dependencies", ())
    ):
        return None
    return [
        f"{package['name']} {package['version']}: {advisory['id']}"
        for package in report["dependencies"]
        for advisory in package.get("vulns", ())
    ]


def page_weaknesses() -> list[str] | None:
    """The same for the packages in the built page, without its build tools."""
    report = _json(["npm", "audit", "--omit=dev", "--json"], ROOT / "web")
    if report is None or "vulnerabilities" not in report:
        return None
    return [f"{name}: {package['severity']}" for name, package in report["vulnerabilities"].items()]


def _json(command: list[str], folder: Path) -> Any:
    """The JSON that a command prints; None if it prints none or takes too long."""
    try:
        process = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
        return json.loads(process.stdout)
    except (OSError, subprocess.TimeoutExpired, json.JSONDecodeError):
        return None


def last_audit() -> str:
    """When an audit last ran here, in a sentence."""
    try:
        at = datetime.fromtimestamp(RECORD.stat().st_mtime, UTC)
    except FileNotFoundError:
        return "The locked packages have not been audited here: make audit."
    return f"The locked packages were last audited on {at:%Y-%m-%d}: make audit."


def main(*, when: bool) -> int:
    """Audit, or only say when that was last done; returns the exit code."""
    if when:
        print(last_audit())
        return 0
    weak = False
    audits = {"Python's": python_weaknesses(ROOT / "requirements.lock"), "npm's": page_weaknesses()}
    for service, weaknesses in audits.items():
        if weaknesses is None:
            print(UNREACHABLE.format(service))
        for weakness in weaknesses or ():
            print(f"known weakness: {weakness}", file=sys.stderr)
            weak = True
    if any(weaknesses is not None for weaknesses in audits.values()):
        RECORD.touch()
    return int(weak)


if __name__ == "__main__":
    sys.exit(main(when="--when" in sys.argv[1:]))
