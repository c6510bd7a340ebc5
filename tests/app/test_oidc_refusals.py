"""Sign-in with OpenID Connect: forged, mixed-up, repeated and late answers, and providers that
misbehave.
"""

from __future__ import annotations

import asyncio
import time

import pytest
from msgspec.structs import replace

from app.infra.read_settings import read_settings
from app.infra.sealed_cookies import seal, unseal
from app.sign_in import discovery
from app.sign_in.discovery import Discovery, ProviderFailed
from app.sign_in.flows import FLOW_LIFETIME_S, Flow
from tests.app.conftest import QUICK
from tests.app.oidc_provider import (
    EC,
    OTHER,
    RSA,
    oidc_provider,
    settings_of,
    signed_with_public_key,
    unsigned,
)
from tests.app.sign_ins import Visitor, problem_of

SECRET_KEY = "of the server under test, 0123456789"


@pytest.fixture
async def provider():
    async with oidc_provider() as provider:
        yield provider


@pytest.fixture
async def visitor(serve, provider):
    return await visitor_of(serve, provider)


async def visitor_of(serve, provider, **more):
    known = settings_of(provider) | {"SECRET_KEY": SECRET_KEY}
    settings = {**QUICK, "GAMES": "tiny", **known, **more}
    server = await asyncio.to_thread(serve, **settings)
    return Visitor(server.url)


async def refused_as(visitor):
    page = await visitor.sign_in()
    assert page.startswith("/sign-in?"), page
    assert await visitor.me() is None
    return problem_of(page)


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "http://127.0.0.1:1"},
        {"iss": None},
        {"aud": "another"},
        {"aud": None},
        {"aud": ["conclave", "another"]},
        {"aud": ["conclave", "another"], "azp": "another"},
        {"azp": "another"},
        {"nonce": "of another sign-in"},
        {"nonce": None},
        {"exp": 1_000_000_000},
        {"exp": None},
        {"iat": 4_000_000_000},
        {"at_hash": "of another token"},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "x" * 256},
    ],
    ids=str,
)
async def test_id_token_with_wrong_claims_is_refused(visitor, provider, claims):
    provider.claims = claims
    assert await refused_as(visitor) == "invalid"


@pytest.mark.parametrize("forge", [unsigned, signed_with_public_key, lambda _token: "a.b.c"])
async def test_id_token_without_the_signature_of_the_provider_is_refused(visitor, provider, forge):
    provider.forge = forge
    assert await refused_as(visitor) == "invalid"


async def test_id_token_signed_with_an_unpublished_key_is_refused(visitor, provider):
    provider.key = OTHER
    assert await refused_as(visitor) == "invalid"
    provider.header = {"kid": "rsa"}
    assert await refused_as(visitor) == "invalid"
    provider.header = {"kid": None}
    assert await refused_as(visitor) == "invalid"


async def test_clock_of_the_provider_may_be_off_a_little(visitor, provider):
    now = int(time.time())
    provider.claims = {"iat": now + 30, "exp": now - 30}
    assert (await visitor.sign_in()).startswith("/register/work")


async def test_callback_without_the_cookie_of_its_browser_is_refused(visitor, provider):
    """As in login CSRF: an attacker's answer in the browser of another."""
    attacker = Visitor(visitor.url)
    callback = await attacker.back_from(await attacker.to_provider())
    assert problem_of(await visitor.go(callback)) == "expired"
    await visitor.to_provider()
    assert problem_of(await visitor.go(callback)) == "expired", "of another flow"
    assert "/token" not in provider.asked


async def test_answer_counts_once(visitor, provider):
    callback = await visitor.back_from(await visitor.to_provider())
    cookie = visitor.http.cookies["sign_in"]
    assert (await visitor.go(callback)).startswith("/register/work")
    assert problem_of(await visitor.go(callback)) == "expired"
    assert problem_of(await answer_with(visitor, callback, cookie)) == "expired"
    assert provider.asked.count("/token") == 1


async def test_code_of_another_sign_in_is_refused(visitor, provider):
    """The code of a victim, injected into the attacker's own flow: the verifier is another one."""
    victim = Visitor(visitor.url)
    stolen = (await victim.back_from(await victim.to_provider())).partition("code=")[2]
    provider.answer = {"code": stolen.partition("&")[0]}
    assert await refused_as(visitor) == "expired"


async def test_changed_cookie_is_refused(visitor, provider):
    callback = await visitor.back_from(await visitor.to_provider())
    cookie = visitor.http.cookies["sign_in"]
    assert problem_of(await answer_with(visitor, callback, f"{cookie[:-4]}AAAA")) == "expired"
    assert problem_of(await answer_with(visitor, callback, "é")) == "expired"
    assert "/token" not in provider.asked


async def test_answer_after_ten_minutes_is_refused(visitor, provider):
    callback = await visitor.back_from(await visitor.to_provider())
    settings = read_settings(secret_key=SECRET_KEY)
    flow = unseal(settings, "sign_in", Flow, visitor.http.cookies["sign_in"])
    earlier = replace(flow, started_at=flow.started_at - FLOW_LIFETIME_S - 5)
    late = seal(settings, "sign_in", earlier)
    assert problem_of(await answer_with(visitor, callback, late)) == "expired"
    assert "/token" not in provider.asked


async def answer_with(visitor, callback, cookie):
    """Where the callback leads with this cookie."""
    headers = {"cookie": f"sign_in={cookie}".encode()}
    return (await Visitor(visitor.url).http.get(callback, headers=headers)).headers["location"]


async def test_client_that_the_provider_does_not_know_is_a_matter_for_the_host(visitor, provider):
    provider.secret_auth = "client_secret_post"
    callback = await visitor.back_from(await visitor.to_provider())
    provider.secret_auth = "client_secret_basic"
    assert problem_of(await visitor.go(callback)) == "invalid"


async def test_answer_of_another_issuer_is_refused(visitor, provider):
    provider.answer = {"iss": "https://other.example"}
    assert await refused_as(visitor) == "invalid"
    assert "/token" not in provider.asked
    provider.answer = {"iss": provider.url}
    assert (await visitor.sign_in()).startswith("/register/work")


async def test_answer_must_name_its_issuer_where_the_provider_says_so(visitor, provider):
    provider.metadata = {"authorization_response_iss_parameter_supported": True}
    assert await refused_as(visitor) == "invalid"


async def test_declined_sign_in_is_said(visitor, provider):
    provider.answer = {"code": None, "error": "access_denied"}
    assert await refused_as(visitor) == "cancelled"


async def test_way_to_the_provider_begins_on_a_page_of_this_site(visitor, provider):
    for site in ("cross-site", "same-site"):
        away = {"Sec-Fetch-Site": site}
        response = await visitor.http.get("/api/v1/sign-in/work?next=/games", headers=away)
        assert response.headers["location"] == "/sign-in?next=%2Fgames"
    assert provider.asked == []


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "http://127.0.0.1:1"},
        {"issuer": None},
        {"token_endpoint": "http://internal.example/token"},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"token_endpoint": None},
        {"jwks_uri": ["x"]},
        {"more": "x" * 300_000},
    ],
    ids=lambda metadata: f"{metadata}"[:50],
)
async def test_provider_with_wrong_metadata_is_refused(visitor, provider, metadata):
    provider.metadata = metadata
    page = await visitor.to_provider()
    assert (page.partition("?")[0], problem_of(page)) == ("/sign-in", "unreachable")


@pytest.mark.parametrize(
    "trouble", [{"is_silent": True}, {"status": 500}, {"status": 404}], ids=str
)
async def test_provider_out_of_order_is_said_in_time(serve, provider, trouble):
    visitor = await visitor_of(serve, provider, OIDC_SECONDS="3")
    callback = await visitor.back_from(await visitor.to_provider())
    for name, value in trouble.items():
        setattr(provider, name, value)
    began = time.monotonic()
    assert problem_of(await visitor.go(callback)) == "unreachable"
    assert time.monotonic() - began < 30
    provider.is_silent = False
    assert problem_of(await visitor.to_provider()) is None, "its addresses are known"


async def test_provider_that_is_away_is_not_asked_at_once_again(visitor, provider):
    provider.status = 503
    for _ in range(3):
        assert problem_of(await visitor.to_provider()) == "unreachable"
    assert len(provider.asked) == 1


async def test_sign_ins_from_an_address_are_limited(serve, provider):
    settings = {**settings_of(provider), "SIGN_INS_PER_MINUTE": "2", "GAMES": "tiny"}
    visitor = Visitor((await asyncio.to_thread(serve, **settings)).url)
    pages = [await visitor.to_provider() for _ in range(3)]
    assert [problem_of(page) for page in pages] == [None, None, "rate-limited"]


async def test_keys_are_read_again_when_a_token_names_another(provider, monkeypatch):
    known = Discovery(provider.url, 60)
    assert {key.kid for key in (await known.keys()).keys} == {"rsa", "ec"}
    provider.published = (RSA, EC, OTHER)
    assert await known.renew_keys() is False, "they were read just now"
    monkeypatch.setattr(discovery, "MIN_INTERVAL_S", 0)
    assert await known.renew_keys() is True
    assert {key.kid for key in (await known.keys()).keys} == {"rsa", "ec", "other"}
    assert provider.asked.count("/.well-known/openid-configuration") == 1


async def test_keys_and_addresses_from_before_serve_while_the_provider_is_away(
    provider, monkeypatch
):
    monkeypatch.setattr(discovery, "LIFETIME_S", 0)
    monkeypatch.setattr(discovery, "MIN_INTERVAL_S", 0)
    known = Discovery(provider.url, 60)
    await known.keys()
    provider.status = 503
    assert (await known.metadata()).issuer == provider.url
    assert {key.kid for key in (await known.keys()).keys} == {"rsa", "ec"}
    with pytest.raises(ProviderFailed):
        await Discovery(provider.url, 60).keys()
