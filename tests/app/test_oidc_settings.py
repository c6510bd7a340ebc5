"""Settings of OpenID Connect providers: each has its own names, and bad ones stop the start."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.infra.read_settings import read_settings
from app.infra.setting_names import misspelt, unknown
from app.infra.settings import WrongSetting
from app.infra.sign_in_settings import OidcProvider
from tests.test_project import ROOT

WORK = {
    "OIDC_PROVIDERS": "work",
    "PUBLIC_URL": "https://play.example.org",
    "OIDC_WORK_ISSUER": "https://login.example.org/realms/work",
    "OIDC_WORK_CLIENT_ID": "conclave",
    "OIDC_WORK_CLIENT_SECRET": "hunter2-and-more",
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(folder, **settings):
    lines = [f"{name}={value}" for name, value in {**WORK, **settings}.items()]
    (folder / ".env").write_text("\n".join(lines))
    return read_settings().providers


def test_server_without_providers_has_none():
    assert read_settings().providers == ()


def test_provider_has_settings_of_its_own(folder, monkeypatch):
    monkeypatch.setenv("OIDC_WORK_NAME", "Example Ltd")
    more = {"OIDC_WORK_OPERATOR_CLAIM": "groups = ops", "OIDC_WORK_SCOPES": "openid,groups"}
    assert read(folder, **more) == (
        OidcProvider(
            id="work",
            name="Example Ltd",
            issuer="https://login.example.org/realms/work",
            client_id="conclave",
            client_secret="hunter2-and-more",
            scopes=("openid", "groups"),
            operator_claim=("groups", "ops"),
        ),
    )


def test_provider_needs_neither_name_nor_scopes(folder):
    (provider,) = read(folder)
    assert (provider.name, provider.scopes) == ("work", ("openid", "profile"))
    assert provider.operator_claim is None


def test_providers_are_in_the_order_of_their_list(folder):
    club = {name.replace("WORK", "CLUB"): value for name, value in WORK.items() if "WORK" in name}
    club |= {"OIDC_PROVIDERS": "club, work", "OIDC_CLUB_ISSUER": "http://127.0.0.1:9000"}
    assert [provider.id for provider in read(folder, **club)] == ["club", "work"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"PUBLIC_URL": ""}, "OIDC_PROVIDERS needs PUBLIC_URL"),
        ({"OIDC_PROVIDERS": "my-work"}, "OIDC_PROVIDERS lists short names"),
        ({"OIDC_PROVIDERS": "work,club"}, "OIDC_CLUB_ISSUER must be set for the provider club"),
        ({"OIDC_WORK_CLIENT_SECRET": ""}, "OIDC_WORK_CLIENT_SECRET must be set"),
        ({"OIDC_WORK_CLIENT_SECRET": "hunter2-ü"}, "OIDC_WORK_CLIENT_SECRET must be of printable"),
        ({"OIDC_WORK_ISSUER": "http://login.example.org"}, "OIDC_WORK_ISSUER must be an https://"),
        ({"OIDC_WORK_ISSUER": "login.example.org"}, "OIDC_WORK_ISSUER must be an https://"),
        ({"OIDC_WORK_ISSUER": "https://a:b@example.org"}, "OIDC_WORK_ISSUER must be an https://"),
        ({"OIDC_WORK_ISSUER": "https://example.org:x"}, "OIDC_WORK_ISSUER must be an https://"),
        ({"OIDC_WORK_SCOPES": "profile"}, "OIDC_WORK_SCOPES lists scopes with openid"),
        ({"OIDC_WORK_OPERATOR_CLAIM": "groups"}, "OIDC_WORK_OPERATOR_CLAIM is a claim and its"),
        ({"OIDC_WORK_NAME": "x" * 41}, "OIDC_WORK_NAME has at most 40"),
        ({"OIDC_WORK_ISUER": "x"}, "OIDC_WORK_ISUER is no setting of a provider"),
    ],
)
def test_wrong_setting_of_a_provider_stops_the_start_with_one_sentence(folder, wrong, sentence):
    with pytest.raises(WrongSetting) as refused:
        read(folder, **wrong)
    assert str(refused.value).startswith(sentence)
    assert "hunter2" not in str(refused.value)


def test_two_providers_of_one_issuer_stop_the_start(folder):
    club = {name.replace("WORK", "CLUB"): value for name, value in WORK.items() if "WORK" in name}
    with pytest.raises(WrongSetting, match="have the same issuer"):
        read(folder, **club, OIDC_PROVIDERS="work,club")


def test_names_of_providers_settings_are_known():
    names = {name for name in WORK if "WORK" in name}
    assert unknown(names) == []
    assert misspelt(names) == {}
    assert unknown({"OIDC_WORK_ISUER"}) == ["OIDC_WORK_ISUER"]


def test_libraries_of_the_protocol_are_loaded_for_a_provider_alone(folder):
    script = (
        "import sys; from app.infra.read_settings import read_settings; "
        "from app.main import create_app; from app.sign_in.providers import Providers; "
        "settings = read_settings(); create_app(settings); Providers(settings); "
        "print('authlib' in sys.modules)"
    )
    assert run(folder, script) == "False\n"
    assert run(folder, script, **WORK) == "True\n"


def run(folder, script, **settings):
    """What the script prints, in a process with these settings."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "GAMES": "tiny"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env=environment | settings,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
