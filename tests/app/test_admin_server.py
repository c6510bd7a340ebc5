"""The server in the administration: invitations, settings, health, notices, the audit log."""

from __future__ import annotations

import json

import pytest
from pydantic import SecretStr

from app.admin.server import setting_lines, without_password
from app.infra.read_settings import read_settings
from app.infra.settings import Settings
from tests.app.staff import WHY, recruit_fixture  # noqa: F401 - a fixture
from tests.app.test_lobby import problem
from tests.app.test_registration import register
from tests.app.wire import anonymous


async def test_operator_makes_lists_and_revokes_invitations(url, recruit):
    chief = await recruit("operator")
    made = await chief.post("/admin/invitations", {"uses": 5, "days": 2, "note": "chess"}, 201)
    assert "/register#" in made["link"]
    listed = {item["id"]: item for item in (await chief.get("/admin/invitations"))["items"]}
    assert (listed[made["id"]]["uses_left"], listed[made["id"]]["note"]) == (5, "chess")
    path = f"/admin/invitations/{made['id']}"
    assert (await chief.call("DELETE", path)).status_code == 204
    assert problem(await chief.call("DELETE", path)) == "not-found"
    acts = (await chief.get("/admin/audit?limit=2"))["items"]
    assert [act["act"] for act in acts] == ["revoke-invitation", "invite"]
    assert acts[1]["details"] == "uses: 5, days: 2, note: chess"
    assert made["link"].partition("#")[2] not in json.dumps(acts)


async def test_settings_hide_secrets_and_passwords(url, recruit):
    chief = await recruit("operator")
    lines = (await chief.get("/admin/settings"))["items"]
    assert {line["name"] for line in lines} == {name.upper() for name in Settings.model_fields}
    for line in lines:
        field = Settings.model_fields[line["name"].lower()]
        assert line.get("secret", False) == (field.annotation is SecretStr)
        assert ("value" in line) != ("secret" in line)
    by_name = {line["name"]: line for line in lines}
    assert by_name["SECRET_KEY"] == {"name": "SECRET_KEY", "source": "set", "secret": True}
    assert by_name["MAX_ROOMS"]["source"] == "default"
    assert by_name["HINT_SECONDS"] == {"name": "HINT_SECONDS", "source": "set", "value": "0.1"}


def test_urls_are_shown_without_passwords():
    settings = read_settings(
        secret_key="x" * 32,
        postgres_host="db.example.org",
        postgres_password="p@ss:/w%rd",
        redis_url="redis://:s3cret@cache:6379/0",
    )
    text = " ".join(line.value for line in setting_lines(settings) if isinstance(line.value, str))
    assert "s3cret" not in text
    assert "w%rd" not in text
    assert "rd@" not in text
    assert "postgresql+asyncpg://conclave:***@db.example.org:5432/conclave" in text
    assert "redis://:***@cache:6379/0" in text


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("redis://cache:6379/0", "redis://cache:6379/0"),
        ("redis://me:a:b@c@cache:6379/0", "redis://me:***@cache:6379/0"),
        (
            "postgresql://db/x?user=me&password=abc&ssl=1",
            "postgresql://db/x?user=me&password=***&ssl=1",
        ),
        ("https://play.example.org", "https://play.example.org"),
        ("80 443", "80 443"),
    ],
)
def test_password_in_a_url_is_replaced(value, shown):
    assert without_password(value) == shown


async def test_health_tells_what_waits(url, recruit, server):
    chief = await recruit("operator")
    health = await chief.get("/admin/health")
    assert "database_trouble" not in health
    assert (health["database"], health["redis"]) in (("sqlite", "none"), ("postgresql", "up"))
    numbers = ("processes", "deliveries", "due_matches", "analyses", "open_tables")
    assert all(health[name] >= 0 for name in numbers)


async def test_announcement_and_maintenance_reach_everybody(url, recruit):
    chief, ann = await recruit("operator"), await register(url)
    texts = {"en": "Back at nine.", "de": "Um neun wieder da."}
    body = {"texts": texts, "hours": 2}
    assert (await chief.call("PUT", "/admin/announcement", body)).status_code == 204
    assert (await anonymous(url).get("/instance"))["announcement"] == texts
    try:
        on = await chief.call("PUT", "/admin/maintenance", {"on": True})
        assert on.status_code == 204
        seats = [{"kind": "me"}, {"kind": "open"}]
        refused = await ann.call("POST", "/matches", {"game": "tiny", "seats": seats})
        assert problem(refused) == "unavailable"
    finally:
        await chief.call("PUT", "/admin/maintenance", {"on": False})
        await chief.call("PUT", "/admin/announcement", {"texts": {}})
    assert (await anonymous(url).get("/instance"))["announcement"] == {}
    wrong = await chief.call("PUT", "/admin/announcement", {"texts": {"english": "x"}})
    assert problem(wrong) == "invalid-request"


async def test_audit_log_comes_in_pages_and_moderators_see_their_own_acts(url, recruit):
    mod, chief, ann = await recruit("moderator"), await recruit("operator"), await register(url)
    for days in (1, 2, 3):
        body = WHY | {"days": days}
        await mod.call("POST", f"/admin/people/{ann.account}/mute", body)
        await chief.call("POST", f"/admin/people/{ann.account}/mute", body)
    first = await mod.get("/admin/audit?limit=2")
    second = await mod.get(f"/admin/audit?limit=2&cursor={first['next']}")
    assert [act["details"] for act in first["items"] + second["items"]] == [
        "days: 3",
        "days: 2",
        "days: 1",
    ]
    assert {act["by"]["id"] for act in first["items"] + second["items"]} == {mod.account}
    assert "next" not in second
    everyones = (await chief.get("/admin/audit?limit=6"))["items"]
    assert {act["by"]["id"] for act in everyones} == {mod.account, chief.account}
    assert {act["account"]["id"] for act in everyones} == {ann.account}
    for cursor in ("x", "AAAA"):
        assert (
            problem(await chief.call("GET", f"/admin/audit?cursor={cursor}")) == "invalid-request"
        )
