"""Caddy and nginx as docs/operations.md describes them, on loopback, before one server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from devtools import services

OPERATIONS = Path(__file__).parents[1] / "docs" / "operations.md"
BLOCK = re.compile(r"^```(caddyfile|nginx)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
UPSTREAM = "127.0.0.1:8000"
PATH = "/tables"


def documented() -> dict[str, str]:
    """The documented configurations: Caddy and nginx at the root, and both below PATH, which they
    leave or strip as the name says.
    """
    (_, nginx), (_, caddy), (_, stripping) = BLOCK.findall(OPERATIONS.read_text())
    leaving = re.sub(r"location (= )?/", rf"location \g<1>{PATH}/", nginx)
    return {
        "nginx": nginx,
        "caddy": caddy,
        "nginx leaves": leaving,
        "nginx strips": changed(leaving, "http://conclave;", "http://conclave/;"),
        "caddy leaves": changed(stripping, "handle_path", "handle"),
        "caddy strips": stripping,
    }


@contextmanager
def proxy(name: str, listens: str, server: str) -> Iterator[services.PrivateServer]:
    """The documented proxy of that name on port `listens`, before the server on port `server`."""
    config = changed(documented()[name], UPSTREAM, f"127.0.0.1:{server}")
    if name.startswith("nginx"):
        config = changed(config, "listen 80;", f"listen 127.0.0.1:{listens};")
        with services.private_nginx(config, listens) as nginx:
            yield nginx
        return
    config = re.sub(r"\A\S+ {", f"http://127.0.0.1:{listens} {{", config)
    with services.private_caddy(f"{{\n\tadmin off\n}}\n{config}", listens) as caddy:
        yield caddy


def changed(config: str, documented: str, ours: str) -> str:
    assert config.count(documented) == 1, f"{documented} in\n{config}"
    return config.replace(documented, ours)
