"""Name rules: ordinary names pass, deceptive or invisible ones are refused (UTS 39)."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime

import icu
import pytest
import sqlalchemy as sa
from alembic import command
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.ext.asyncio import create_async_engine

from app.accounts.confusables import UNICODE_VERSION, _icu, skeleton
from app.accounts.names import Label, Name
from app.infra.migrations import configuration
from tests.app.test_lobby import problem
from tests.app.wire import arrive, browse

NAME = TypeAdapter(Name)
PEOPLE = (
    *("Łukasz", "José", "Zoë", "Þór", "Øyvind", "Straße", "Nguyễn Đặng", "Ṣọlá", "İbrahim", "ışık"),
    *("O'Neil", "O’Neil", "Jean-Luc", "Mr. X", "x_X_x", "Bob2", "~Zed~", "★ Ann ★", "ʻOkina"),
    *("Алексей", "Ольга 2", "Γιώργος", "Ὀδυσσεύς", "Հայկ", "ქართველი", "ᎠᏂᎾ", "ᐃᓄᒃ", "עמית"),
    *("مُحَمَّد", "प्रिया", "தமிழ்", "ปิยะ", "မြန်မာ", "བོད་སྐད", "田中さくら", "木村カエラ", "김민준"),
    *("李雷", "Anna 李", "Kim 민준", "アリス", "ｱﾘｽ", "Ａｎｎ", "Zoë™", "😀", "👩🏽 Ann", "Ann❤"),
)
BLANK = (
    *("\ufe0f", "\u034f", "\u180b", "\u180e", "\u17b4", "\u17b5", "\u3164", "\uffa0", "\u115f"),
    *("\u1160", "\u2800", "\u00ad", "\u200b", "\u200d", "\u2060", "\u2065", "\ufeff", "\u202e"),
    *("\ufff9", "\ufffc", "\U0001d159", "\U00016fe4", "\U00013441", "\U000e0041", "\U000e0100"),
)
DECEIVING = {
    "mix scripts": ("pаypal", "Αnn", "Ѕlava", "Ольга Ann", "Annא", "Ann٢"),
    "digits of different": ("1١", "7 ٢"),
    "repeat a combining": ("a\u0301\u0301",),
    "its letter hides": ("ji\u0307ri",),
    "begin with": ("\u0301Ann", "\u0e47Ann", "\u0903Ann"),
    "in a row": ("a\u0301\u0300\u0302\u0303\u0304", "ก\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c"),
    "unusual": (
        "t\u0335im",
        "Bo\u0338b",
        "l\u0334",
        "f\u0336",
        "a\u20dd",
        "1\u20e3",
        "ᴀɴɴ",
        "\U00010400\U00010401",
        "\u2801\u2803",
        "\u16a0\u16a2",
    ),
}
ALIKE = (
    ("Paypal", "РАУРА\u04c0"), ("Ann", "ANN"), ("Ann", "Ａｎｎ"), ("Cep", "Сер"),
    ("Bill", "BiIl"), ("Bill", "Bi11"), ("Bob", "B0b"), ("frank", "ſrank"), ("Max", "МАХ"),
    ("אבג1", "1אבג"), ("אבג 12", "12 אבג"), ("ابت1", "1ابت"), ("اب 7", "7 اب"), ("א-1", "1-א"),
    ("O'Neil", "O’Neil"), ("Alice", "𝐀lice"), ("modem", "rnodern"), ("Hope", "Норе"),
)  # fmt: skip
APART = (("Łukasz", "Lukasz"), ("José", "Jose"), ("Zoë", "Zoe"), ("Anna", "Ana"), ("李", "季"))
APART_FROM_RIGHT_TO_LEFT = (("אבג", "גבא"), ("אבג1", "אבג7"), ("محمد", "دمحم"), ("עמית", "עמיר"))


@pytest.mark.parametrize("name", PEOPLE)
def test_ordinary_name_is_accepted(name):
    assert NAME.validate_python(name) == name
    assert NAME.validate_python(f"  {name}\u00a0\u3000") == name, "any space is a plain one"


@pytest.mark.parametrize("blank", BLANK)
def test_invisible_character_is_refused(blank):
    for name in (blank, f"Ann{blank}", f"{blank}Ann", f"An{blank}n", f"李{blank}雷"):
        with pytest.raises(ValidationError):
            NAME.validate_python(name)


@pytest.mark.parametrize(
    ("why", "name"), [(why, name) for why in DECEIVING for name in DECEIVING[why]]
)
def test_deceptive_name_is_refused_with_the_reason(why, name):
    with pytest.raises(ValidationError, match=why):
        NAME.validate_python(name)


def test_every_reason_has_a_deceptive_example():
    messages = " ".join(_icu().reasons.values())
    assert sum(why in messages for why in DECEIVING) == len(_icu().reasons)


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_look_alike_names_share_a_skeleton(name, other):
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), APART + APART_FROM_RIGHT_TO_LEFT)
def test_distinguishable_names_have_different_skeletons(name, other):
    assert skeleton(name) != skeleton(other)


@pytest.mark.parametrize("pair", [pair for pair in ALIKE if pair[0][0] in "אا"])
def test_bidirectional_look_alikes_are_valid_names(pair):
    assert [NAME.validate_python(name) for name in pair] == list(pair)


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Ann❤\ufe0f", "Ann❤"), ("☀\ufe0fAnn☀\ufe0f", "☀Ann☀"), ("👩🏽\ufe0f", "👩🏽")],
)
def test_variation_selector_after_an_emoji_is_dropped(typed, name):
    assert NAME.validate_python(typed) == name


@pytest.mark.parametrize(
    "name", ["Anna\ufe0f", "❤Anna\ufe0f", "1\ufe0f", "❤\ufe0f\ufe0f", "\ufe0f❤"]
)
def test_variation_selector_elsewhere_is_refused(name):
    with pytest.raises(ValidationError):
        NAME.validate_python(name)


def test_private_label_may_mix_scripts():
    assert TypeAdapter(Label).validate_python("мой laptop") == "мой laptop"


def test_stored_skeletons_use_the_librarys_unicode_version():
    """Newer tables: write a migration that calls `fill_skeletons`, then change UNICODE_VERSION."""
    assert icu.UNICODE_VERSION == UNICODE_VERSION


async def test_look_alike_name_is_refused_everywhere(url):
    ann = await arrive(url, "Ann")
    bot_name = f"Opal {ann.account[-6:]}"
    alike = bot_name.replace("O", "0").replace("l", "I")
    await ann.post("/bots", {"name": bot_name}, 201)
    password = {"password": "correct horse battery"}
    async with browse(f"{url}/api/v1") as http:
        replies = [
            await http.post("/guests", json={"name": alike}),
            await http.post("/accounts", json={"name": alike, **password}),
            await ann.call("POST", "/bots", {"name": alike}),
            await ann.call("PATCH", "/me", {"name": alike}),
        ]
    assert [problem(reply) for reply in replies] == ["name-taken"] * 4
    assert all(bot_name not in reply.text for reply in replies), "the existing name is not revealed"
    assert all("looks too much like" in reply.json()["detail"] for reply in replies)


async def test_emoji_name_signs_in_with_or_without_variation_selector(url):
    async with browse(f"{url}/api/v1") as http:
        suffix = secrets.token_hex(4)
        credentials = {"name": f"Opal ❤\ufe0f {suffix}", "password": "correct horse battery"}
        assert (await http.post("/accounts", json=credentials)).status_code == 201
        for name in (credentials["name"], f"Opal ❤ {suffix}"):
            session = await http.post("/sessions", json={**credentials, "name": name})
            assert session.status_code == 201
            assert session.json()["account"]["name"] == f"Opal ❤ {suffix}"


async def test_player_may_switch_to_a_look_alike_of_their_own_name(url):
    async with browse(f"{url}/api/v1") as http:
        suffix = secrets.token_hex(4)
        credentials = {"name": f"Opal {suffix}", "password": "correct horse battery"}
        assert (await http.post("/accounts", json=credentials)).status_code == 201
        changed = await http.patch("/me", json={"name": f"0pal {suffix}"})
    assert changed.json()["account"]["name"] == f"0pal {suffix}"


async def test_only_one_of_concurrent_look_alikes_gets_the_name(url):
    ann = await arrive(url, "Ann")
    suffix = ann.account[-6:]
    names = [f"{stem} {suffix}" for stem in ("Oil", "0il", "OiI", "Oi1", "0i1")]
    replies = await asyncio.gather(*(ann.call("POST", "/bots", {"name": name}) for name in names))
    assert sorted(reply.status_code for reply in replies) == [201, 409, 409, 409, 409]


async def test_existing_look_alikes_keep_their_names(empty_database_url):
    """The oldest account has the skeleton to itself; guests share theirs with any account."""
    await asyncio.to_thread(command.upgrade, configuration(empty_database_url), "0003")
    rows = [
        ("a_3", "person", "Bill", "bill", 1),
        ("a_1", "bot", "BiIl", "biil", 2),
        ("a_2", "guest", "Bi11", "bi11", 0),
        ("a_4", "bot", "Zoë", "zoë", 3),
    ]
    insert = sa.text(
        "INSERT INTO accounts (id, kind, name, folded, preferences, created_at)"
        " VALUES (:id, :kind, :name, :folded, '{}', :at)"
    )
    engine = create_async_engine(empty_database_url)
    try:
        async with engine.begin() as connection:
            for id, kind, name, folded, day in rows:
                at = sa.bindparam(
                    "at",
                    value=datetime(2026, 1, 1 + day, tzinfo=UTC),
                    type_=sa.DateTime(timezone=True),
                )
                account = {"id": id, "kind": kind, "name": name, "folded": folded}
                await connection.execute(insert.bindparams(at), account)
        await asyncio.to_thread(command.upgrade, configuration(empty_database_url), "head")
        async with engine.connect() as connection:
            result = await connection.execute(sa.text("SELECT id, name, skeleton FROM accounts"))
            seen = {id: (name, looks) for id, name, looks in result}
    finally:
        await engine.dispose()
    assert seen["a_3"] == ("Bill", skeleton("Bill"))
    assert seen["a_1"] == ("BiIl", f"{skeleton('Bill')} a_1")
    assert seen["a_2"] == ("Bi11", skeleton("Bill"))
    assert seen["a_4"] == ("Zoë", skeleton("Zoë"))
