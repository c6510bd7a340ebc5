"""Mail: verified addresses, lost passwords and notices, over SMTP."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import ssl
import time

import pytest
import sqlalchemy as sa

from app.infra.problems import Problem
from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting
from app.infra.wall_clock import now
from app.mail import service
from app.mail.models import MailRow
from tests.app.conftest import running
from tests.app.in_process import in_process_server
from tests.app.mail_server import USER, Mailbox, mail_server, secrets_in, text_of
from tests.app.test_lobby import problem
from tests.app.test_password_resets import NEW, by_link
from tests.app.test_redis_connection import certificate
from tests.app.test_registration import PASSWORD, register, sign_in
from tests.app.wire import browse


@pytest.fixture(scope="module")
def mailbox():
    return Mailbox()


@pytest.fixture(scope="module")
def mailing(mailbox, tmp_path_factory):
    """A server that sends mail to the mailbox."""
    with mail_server(mailbox) as settings:
        limits = {"MAILS_PER_HOUR": "4"}
        yield from running(tmp_path_factory.mktemp("mail"), "mail.log", settings | limits)


ADDRESSES = [f"p{number}@example.org" for number in range(12)]


def lower(settings):
    return {name.lower(): value for name, value in settings.items()}


async def queue_tests(services, count):
    async with services.database.writing() as session:
        for address in ADDRESSES[:count]:
            await services.mails.queue(session, "test", "a_ann", address)


async def attempts_of(services):
    """How often each waiting mail has been tried."""
    async with services.database.reading() as session:
        return (await session.scalars(sa.select(MailRow.attempts))).all()


async def move(services, **times):
    """Give every waiting mail other times."""
    async with services.database.writing() as session:
        await session.execute(sa.update(MailRow).values(**times))


def new_address():
    return f"{secrets.token_hex(4)}@example.org"


async def post(url, path, body):
    async with browse(f"{url}/api/v1") as http:
        return await http.post(path, json=body)


async def verified(mailing, mailbox, address=None):
    """A person with a verified address, and the address."""
    address = address or new_address()
    ann = await register(mailing.url, email=address)
    [secret] = secrets_in(await mailbox.next_to(address))
    assert (await post(mailing.url, "/email-verifications", {"secret": secret})).status_code == 204
    return ann, address


async def test_address_is_verified_by_the_mailed_link(mailing, mailbox):
    address = new_address()
    ann = await register(mailing.url, email=address)
    message = await mailbox.next_to(address)
    assert message["From"] == "Conclave <tables@example.org>"
    assert message["Subject"] == "Conclave: Is this your address?"
    assert ann.name in text_of(message)
    assert (await ann.get("/me"))["email_verified"] is False
    [secret] = secrets_in(message)
    wrong = await post(mailing.url, "/email-verifications", {"secret": secret[:-1] + "_"})
    assert problem(wrong) == "unauthenticated"
    for _ in range(2):  # mail programs open links before people do
        done = await post(mailing.url, "/email-verifications", {"secret": secret})
        assert done.status_code == 204
    assert (await ann.get("/me"))["email_verified"] is True
    assert secret not in mailing.log.read_text()


async def test_link_of_a_former_address_verifies_nothing(mailing, mailbox):
    ann = await register(mailing.url, email=new_address())
    [secret] = secrets_in(await mailbox.next_to((await ann.get("/me"))["email"]))
    changed = {"email": new_address(), "current_password": PASSWORD}
    assert (await ann.call("PATCH", "/me", changed)).status_code == 200
    late = await post(mailing.url, "/email-verifications", {"secret": secret})
    assert problem(late) == "unauthenticated"
    assert (await ann.get("/me"))["email_verified"] is False


async def test_address_change_requires_the_password_and_notifies_the_old_address(mailing, mailbox):
    ann, address = await verified(mailing, mailbox)
    newer = new_address()
    assert problem(await ann.call("PATCH", "/me", {"email": newer})) == "invalid-request"
    wrong = {"email": newer, "current_password": "not the password"}
    assert problem(await ann.call("PATCH", "/me", wrong)) == "forbidden"
    assert (await ann.get("/me"))["email"] == address
    same = await ann.call("PATCH", "/me", {"email": address})
    assert same.json()["email_verified"] is True
    right = {"email": newer, "current_password": PASSWORD}
    assert (await ann.call("PATCH", "/me", right)).json()["email_verified"] is False
    told = [await mailbox.next(), await mailbox.next()]
    assert {message["To"] for message in told} == {address, newer}


async def test_lost_password_is_replaced_by_mail(mailing, mailbox):
    ann, address = await verified(mailing, mailbox)
    asked = await post(mailing.url, "/password-resets", {"email": address.upper()})
    assert asked.status_code == 204
    message = await mailbox.next_to(address.upper())
    [secret] = secrets_in(message)
    assert f"{ann.name}: " in text_of(message)
    assert (await by_link(mailing.url, secret)).status_code == 201
    assert (await sign_in(mailing.url, ann.name, NEW)).status_code == 201
    assert (await mailbox.next_to(address))["Subject"] == "Conclave: Your password has changed"


async def test_each_account_of_an_address_gets_a_link(mailing, mailbox):
    ann, address = await verified(mailing, mailbox)
    bob, _ = await verified(mailing, mailbox, address)
    await post(mailing.url, "/password-resets", {"email": address})
    message = await mailbox.next_to(address)
    assert len(secrets_in(message)) == 2
    assert ann.name in text_of(message)
    assert bob.name in text_of(message)


async def test_unverified_and_unknown_addresses_get_nothing_and_no_other_reply(mailing, mailbox):
    """An address is not even looked up before the reply, so that takes the same time."""
    unverified = new_address()
    await register(mailing.url, email=unverified)
    await mailbox.next_to(unverified)
    ann, known = await verified(mailing, mailbox)
    replies = [
        await post(mailing.url, "/password-resets", {"email": address})
        for address in (unverified, new_address(), known)
    ]
    assert [(reply.status_code, reply.content) for reply in replies] == [(204, b"")] * 3
    assert (await mailbox.next())["To"] == known
    assert ann.name


async def test_a_mailbox_is_not_flooded(mailing):
    address = new_address()
    replies = [await post(mailing.url, "/password-resets", {"email": address}) for _ in range(5)]
    assert [reply.status_code for reply in replies] == [204] * 4 + [429]


async def test_link_is_mailed_again_until_it_is_used(mailing, mailbox):
    address = new_address()
    ann = await register(mailing.url, email=address)
    [first] = secrets_in(await mailbox.next_to(address))
    assert (await ann.call("PUT", "/me/email-verification")).status_code == 204
    [second] = secrets_in(await mailbox.next_to(address))
    gone = await post(mailing.url, "/email-verifications", {"secret": first})
    assert problem(gone) == "unauthenticated"
    await post(mailing.url, "/email-verifications", {"secret": second})
    assert (await ann.call("PUT", "/me/email-verification")).status_code == 204
    await ann.call("PUT", "/me/deletion", {"password": PASSWORD})
    assert (await mailbox.next())["Subject"] == "Conclave: Your account will be deleted"


async def test_operator_sends_a_test_and_learns_why_it_failed(mailing, mailbox):
    ann = await register(mailing.url)
    with sqlite3.connect(mailing.log.parent / "conclave.db", timeout=20) as database:
        database.execute("UPDATE accounts SET role = 'operator' WHERE id = ?", (ann.account,))
    database.close()
    address = new_address()
    sent = await ann.call("POST", "/admin/test-mail", {"email": address})
    assert sent.status_code == 204
    assert (await mailbox.next_to(address))["Subject"] == "Conclave: A test"
    mailbox.reply = "550 no such user"
    refused = await ann.call("POST", "/admin/test-mail", {"email": address})
    mailbox.reply = "250 OK"
    assert problem(refused) == "unavailable"
    assert refused.json()["detail"].endswith("SMTPRecipientsRefused 550.")


async def test_deletion_and_export_are_told_to_the_verified_address_in_its_language(
    mailing, mailbox
):
    ann, address = await verified(mailing, mailbox)
    await ann.call("PATCH", "/me", {"preferences": {"language": "de"}})
    await ann.call("POST", "/me/exports", {"password": PASSWORD})
    assert "Kopie deiner Daten" in (await mailbox.next_to(address))["Subject"]
    await ann.call("PUT", "/me/deletion", {"password": PASSWORD})
    message = await mailbox.next_to(address)
    assert ann.name in text_of(message)
    assert f"{mailing.url}/sign-in" in text_of(message)


async def test_server_without_mail_says_so(embedded):
    asked = await post(embedded.url, "/password-resets", {"email": new_address()})
    assert (problem(asked), asked.json()["detail"]) == ("forbidden", service.NO_MAIL)
    ann = await register(embedded.url, email=new_address())
    assert problem(await ann.call("PUT", "/me/email-verification")) == "forbidden"
    changed = await ann.call("PATCH", "/me", {"email": new_address()})
    assert changed.status_code == 200, "no link goes there"


async def test_each_mail_is_sent_once_by_two_processes(tmp_path, postgres_url, redis_url):
    box = Mailbox()
    with mail_server(box) as settings:
        shared = lower(settings) | {"database_url": postgres_url, "redis_url": redis_url}
        async with (
            in_process_server(tmp_path, **shared) as one,
            in_process_server(tmp_path, with_accounts=False, **shared) as two,
        ):
            await queue_tests(one, 12)
            while sum(await asyncio.gather(one.mails.send_due(), two.mails.send_due())):
                pass
    assert sorted(message["To"] for message in box.messages) == sorted(ADDRESSES)


@pytest.fixture
async def outbox(tmp_path):
    """A server's services, whose mail goes to a mailbox only when a test says so."""
    box = Mailbox()
    with mail_server(box) as settings:
        async with in_process_server(tmp_path, **lower(settings), smtp_seconds=1.0) as services:
            yield services, box


async def test_mail_that_is_delayed_is_tried_again_until_it_is_dropped(outbox):
    services, box = outbox
    await queue_tests(services, 1)
    box.reply = "451 later"
    for attempts in range(1, len(service.PAUSES_S) + 1):
        assert await services.mails.send_due() == 1
        assert await attempts_of(services) == [attempts]
        assert await services.mails.send_due() == 0, "it waits"
        await move(services, due=now())
    box.reply = "250 OK"
    await services.mails.send_due()
    assert (len(box.messages), await attempts_of(services)) == (1, [])
    await queue_tests(services, 1)
    box.reply = "451 later"
    for _ in range(len(service.PAUSES_S) + 1):
        await services.mails.send_due()
        await move(services, due=now())
    assert await attempts_of(services) == []


async def test_refused_address_is_tried_once(outbox):
    services, box = outbox
    await queue_tests(services, 1)
    box.reply = "550 no such user"
    await services.mails.send_due()
    assert (box.attempts, await attempts_of(services)) == (1, [])


async def test_silent_mail_server_holds_up_no_one(outbox):
    services, box = outbox
    await queue_tests(services, 2)
    box.delay_s = 5.0
    start = time.monotonic()
    await services.mails.send_due()
    assert time.monotonic() - start < 4.0
    assert await attempts_of(services) == [1, 1]


async def test_test_mail_says_why_it_failed(outbox):
    services, box = outbox
    await services.mails.send_test("ops@example.org")
    assert (await box.next())["To"] == "ops@example.org"
    box.reply = "550 ops@example.org is unknown"
    with pytest.raises(Problem) as raised:
        await services.mails.send_test("ops@example.org")
    assert str(raised.value.sentence).endswith("SMTPRecipientsRefused 550.")
    assert "ops" not in raised.value.sentence


async def test_mail_that_is_switched_off_is_forgotten_after_a_day(outbox):
    services, _ = outbox
    await queue_tests(services, 1)
    await services.mails.prune()
    assert await attempts_of(services) == [0]
    await move(services, created_at=now() - service.UNSENT_LIFETIME)
    await services.mails.prune()
    assert await attempts_of(services) == []


async def test_mail_is_sent_by_tls_to_a_server_that_asks_for_a_user(tmp_path, monkeypatch):
    own, key = certificate(tmp_path)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(own, key)
    box = Mailbox()
    with mail_server(box, tls=tls, requires_user=True) as settings:
        user = {"smtp_user": USER.login.decode(), "smtp_password": USER.password.decode()}
        async with in_process_server(tmp_path, **lower(settings), **user) as services:
            with pytest.raises(
                Problem, match="SSLCertVerificationError"
            ):  # a stranger's certificate
                await services.mails.send_test("ops@example.org")
            monkeypatch.setenv("SSL_CERT_FILE", own)
            await services.mails.send_test("ops@example.org")
            assert (await box.next())["To"] == "ops@example.org"
            services.mails.settings.smtp_user = "stranger"
            with pytest.raises(Problem, match="535"):
                await services.mails.send_test("ops@example.org")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "MAIL_FROM must be an address"),
        ({"mail_from": "Ann <ann@example.org>"}, "MAIL_FROM must be an address"),
        ({"mail_from": "a@example.org", "smtp_password": "x"}, "SMTP_PASSWORD needs SMTP_USER"),
        ({"mail_from": "a@example.org", "smtp_security": "ssl"}, "SMTP_SECURITY is wrong"),
    ],
    ids=["no sender", "sender with a name", "password without a user", "unknown security"],
)
def test_wrong_mail_settings_are_one_sentence(tmp_path, settings, sentence):
    database = f"sqlite+aiosqlite:///{tmp_path}/conclave.db"
    with pytest.raises(WrongSetting, match=sentence):
        read_settings(database_url=database, smtp_host="mail.example.org", **settings)
