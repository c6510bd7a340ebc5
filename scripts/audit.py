"""Audit: queries the advisory services of Python's and npm's registries for known weaknesses in the
locked packages (`make check`). With only a package mirror in reach it reports that and succeeds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
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


def main() -> int:
    weak = False
    audits = {"Python's": python_weaknesses(ROOT / "requirements.lock"), "npm's": page_weaknesses()}
    for service, weaknesses in audits.items():
        if weaknesses is None:
            print(UNREACHABLE.format(service))
        for weakness in weaknesses or ():
            print(f"known weakness: {weakness}", file=sys.stderr)
            weak = True
    return int(weak)


if __name__ == "__main__":
    sys.exit(main())
