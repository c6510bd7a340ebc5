"""Reads the OpenID Connect providers: each has settings of its own, such as `OIDC_WORK_ISSUER`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from app.infra.settings import Settings, WrongSetting, listed
from app.infra.sign_in_settings import OidcProvider

REQUIRED = ("ISSUER", "CLIENT_ID", "CLIENT_SECRET")
OPTIONAL = ("NAME", "SCOPES", "OPERATOR_CLAIM")
PROVIDER_SETTING = re.compile(rf"OIDC_[A-Z][A-Z0-9]*_({'|'.join((*REQUIRED, *OPTIONAL))})")
"""The names of providers' settings."""
ID = re.compile("[a-z][a-z0-9]{0,19}")
SCOPE = re.compile(r"[!#-\[\]-~]+")
MAX_NAME_LENGTH = 40
DEFAULT_SCOPES = ("openid", "profile")


def read_providers(
    settings: Settings, environment: Mapping[str, str | None]
) -> tuple[OidcProvider, ...]:
    """The providers in OIDC_PROVIDERS with their settings. Raises WrongSetting."""
    ids = list(dict.fromkeys(listed(settings.oidc_providers)))
    if not ids:
        return ()
    if not settings.public_url:
        raise WrongSetting("OIDC_PROVIDERS needs PUBLIC_URL, to which providers send people back.")
    values = {name.upper(): value.strip() for name, value in environment.items() if value}
    providers = tuple(_provider(id, values) for id in ids)
    if len({provider.issuer for provider in providers}) < len(providers):
        raise WrongSetting("Two providers in OIDC_PROVIDERS have the same issuer.")
    return providers


def _provider(id: str, values: Mapping[str, str]) -> OidcProvider:
    if not ID.fullmatch(id):
        raise WrongSetting(
            "OIDC_PROVIDERS lists short names of small letters and digits, such as work,club."
        )
    prefix = f"OIDC_{id.upper()}_"
    own = {name.removeprefix(prefix): name for name in values if name.startswith(prefix)}
    if unknown := own.keys() - {*REQUIRED, *OPTIONAL}:
        raise WrongSetting(f"{own[min(unknown)]} is no setting of a provider; see docs/hosting.md.")
    if missing := [name for name in REQUIRED if name not in own]:
        raise WrongSetting(f"{prefix}{missing[0]} must be set for the provider {id}.")
    for name in ("CLIENT_ID", "CLIENT_SECRET"):
        if not (values[prefix + name].isascii() and values[prefix + name].isprintable()):
            raise WrongSetting(f"{prefix}{name} must be of printable ASCII characters.")
    issuer = values[prefix + "ISSUER"]
    if not is_safe_address(issuer) or urlsplit(issuer).query or urlsplit(issuer).fragment:
        raise WrongSetting(
            f"{prefix}ISSUER must be an https:// address without query and fragment; http:// is "
            "for this machine alone."
        )
    return OidcProvider(
        id=id,
        name=_name(prefix, values.get(prefix + "NAME", id)),
        issuer=issuer,
        client_id=values[prefix + "CLIENT_ID"],
        client_secret=values[prefix + "CLIENT_SECRET"],
        scopes=_scopes(prefix, values.get(prefix + "SCOPES")),
        operator_claim=_claim(prefix, values.get(prefix + "OPERATOR_CLAIM")),
    )


def _name(prefix: str, name: str) -> str:
    if len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise WrongSetting(f"{prefix}NAME has at most {MAX_NAME_LENGTH} printable characters.")
    return name


def _scopes(prefix: str, written: str | None) -> tuple[str, ...]:
    scopes = tuple(listed(written)) if written else DEFAULT_SCOPES
    if "openid" not in scopes or not all(SCOPE.fullmatch(scope) for scope in scopes):
        raise WrongSetting(f'{prefix}SCOPES lists scopes with openid among them: "openid profile".')
    return scopes


def _claim(prefix: str, written: str | None) -> tuple[str, str] | None:
    if written is None:
        return None
    claim, _, value = map(str.strip, written.partition("="))
    if not claim or not value:
        raise WrongSetting(
            f"{prefix}OPERATOR_CLAIM is a claim and its value, such as groups=admins."
        )
    return claim, value


def is_safe_address(address: str) -> bool:
    """Whether an address may get secrets: by https, or on this machine."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if not host or parts.username or not address.isascii() or not address.isprintable():
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host))


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
