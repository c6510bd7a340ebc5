"""Caddy and nginx as docs/operations.md describes them, on loopback, before one server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from devtools import services

OPERATIONS = Path(__file__).parents[1] / "docs" / "operations.md"
BLOCK = re.compile(r"^```(caddyfile|nginx)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
REDIRECT = re.compile(r"^server {\n    listen 80;.*?^}\n", re.DOTALL | re.MULTILINE)
"""The server that leads to TLS."""
TLS = re.compile(r"^    listen 443.*?privkey.pem;\n", re.DOTALL | re.MULTILINE)
"""The lines of the other server that are about TLS."""
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
        config = REDIRECT.sub("", config, count=1)
        config = TLS.sub(f"    listen 127.0.0.1:{listens};\n", config, count=1)
        with services.private_nginx(config, listens) as nginx:
            yield nginx
        return
    config = re.sub(r"\A\S+ {", f"http://127.0.0.1:{listens} {{", config)
    with services.private_caddy(f"{{\n\tadmin off\n}}\n{config}", listens) as caddy:
        yield caddy


@contextmanager
def tls_proxy(
    listens: str, plain: str, server: str, certificate: tuple[str, str]
) -> Iterator[services.PrivateServer]:
    """nginx with TLS as documented, on port `listens` of both protocols, and its redirect."""
    config = changed(documented()["nginx"], UPSTREAM, f"127.0.0.1:{server}")
    for port, ours in (("443 ssl", f"{listens} ssl"), ("80;", f"{plain};")):
        config = changed(config, f"listen {port}", f"listen 127.0.0.1:{ours}")
        config = changed(config, f"listen [::]:{port}", f"listen [::1]:{ours}")
    folder = "/etc/letsencrypt/live/play.example.org"
    config = changed(config, f"{folder}/fullchain.pem", certificate[0])
    config = changed(config, f"{folder}/privkey.pem", certificate[1])
    with services.private_nginx(config, listens) as nginx:
        yield nginx


def changed(config: str, documented: str, ours: str) -> str:
    assert config.count(documented) == 1, f"{documented} in\n{config}"
    return config.replace(documented, ours)
