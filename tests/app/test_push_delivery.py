"""Push messages: each kind is sent once, encrypted and signed, to accounts that want it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from app.accounts.models import Account, Token
from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.notifications.outbox.delivery_worker import MAX_FAILURES
from app.notifications.push.keys import PushKeys, new_key
from app.notifications.push.models import PushMessageRow, PushSubscriptionRow
from tests.app.browsers import claims_of, messages, push_service, pushed, subscribed
from tests.app.in_process import begin, in_process_server
from tests.app.test_webhooks import rows, webhook_server

DAYS = {"clock": {"kind": "days", "days": 1}}
HOUR_MS = 3_600_000


def undelayed_server(folder, **settings):
    return webhook_server(folder, turn_webhook_delay=0, **settings)


async def make_due(services):
    """Make all waiting messages due."""
    async with services.database.writing() as session:
        later = sa.update(PushMessageRow).where(PushMessageRow.due.is_not(None))
        await session.execute(later.values(due=now() - timedelta(seconds=1)))


async def deliver_due(services):
    """Deliver until no message is due."""
    while await services.deliveries.pushes.deliver():
        pass


async def prefer(services, **preferences):
    async with services.database.writing() as session:
        (await session.get_one(Account, "a_ann")).preferences = preferences


async def begin_turn(services):
    match = await begin(services, "tiny")
    for _ in range(3):
        await pushed(services, match)
    return match


async def near_deadline(services):
    """The message of the turn has been sent; an hour is left."""
    match = await begin(services, "tiny", DAYS)
    await pushed(services, match)
    async with services.database.writing() as session:
        turn = sa.delete(PushMessageRow).where(PushMessageRow.event == "decision")
        await session.execute(turn)
    await deliver_due(services)
    (row,) = await rows(services, PushMessageRow)
    early = row.due - now()
    assert timedelta(hours=21.9) < early < timedelta(hours=22), "two hours before its end"
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        until = {"0": services.service_clock.now() + HOUR_MS}
        row.times = {**row.times, "until": until}
    await make_due(services)
    return match


async def invite(services):
    match = await begin(services, "tiny")
    async with services.database.writing() as session:
        seat = await session.get_one(SeatRow, (match, 0))
        seat.kind, seat.account, seat.invited = "open", None, "a_ann"
    await pushed(services, match, "invite")
    return match


async def finish_match(services):
    match = await begin(services, "tiny")
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.status, row.outcome = "finished", {"ranks": [[1], [0]], "reason": "finished"}
    for _ in range(2):
        await services.settlement.settle(match)
    return match


KINDS = {
    "decision": (begin_turn, "push_turn", "Your turn", "Du bist dran"),
    "deadline": (near_deadline, "push_deadline", "Your time is running out", "Deine Zeit läuft ab"),
    "invite": (invite, "push_invitation", "You are invited", "Du bist eingeladen"),
    "end": (finish_match, "push_result", "The match is over", "Die Partie ist zu Ende"),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_is_sent_once_without_hidden_information(tmp_path, kind):
    event, _switch, english, _german = KINDS[kind]
    async with push_service() as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        match = await event(services)
        await deliver_due(services)
        assert messages(receiver) == [
            {
                "kind": kind,
                "path": f"/m/{match}",
                "tag": f"/m/{match}" if kind == "decision" else f"/m/{match} {kind}",
                "match": match,
                "game": "Tiny",
                "opponents": ["Bob"],
                "title": english,
                "body": "Tiny with Bob",
            }
        ]
        ((headers, _),) = receiver.requests
        claims = claims_of(headers, await services.deliveries.push_keys.public())
        assert claims["aud"] == receiver.url.removesuffix("/hook")
        assert claims["sub"].startswith("mailto:")
        assert 0 < claims["exp"] - now().timestamp() < 86_400
        assert headers["content-encoding"] == "aes128gcm"
        assert match not in headers["topic"]
        (subscription,) = await rows(services, PushSubscriptionRow)
        assert subscription.succeeded_at is not None


@pytest.mark.parametrize("kind", KINDS)
async def test_disabled_kind_is_not_sent(tmp_path, kind):
    async with push_service() as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        await KINDS[kind][0](services)
        await prefer(services, **{KINDS[kind][1]: False})
        await deliver_due(services)
        assert receiver.requests == []


@pytest.mark.parametrize("kind", KINDS)
async def test_text_is_in_the_accounts_language(tmp_path, kind):
    async with push_service() as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        await prefer(services, language="de")
        await KINDS[kind][0](services)
        await deliver_due(services)
        (message,) = messages(receiver)
        assert (message["title"], message["body"]) == (KINDS[kind][3], "Tiny mit Bob")


async def test_message_of_an_unknown_kind_is_dropped(tmp_path):
    async with push_service() as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        match = await begin(services, "tiny")
        (subscription,) = await rows(services, PushSubscriptionRow)
        async with services.database.writing() as session:
            session.add(
                PushMessageRow(receiver=subscription.id, match=match, event="gone", due=now())
            )
        await deliver_due(services)
        assert receiver.requests == []
        assert await rows(services, PushMessageRow) == []


async def test_player_at_the_table_is_notified_after_leaving(tmp_path):
    async with push_service() as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        match = await begin(services, "tiny")
        services.presence.arrive(match, 0)
        await pushed(services, match)
        await deliver_due(services)
        assert receiver.requests == []
        services.presence.depart(match, 0)
        await make_due(services)
        await deliver_due(services)
        assert [message["kind"] for message in messages(receiver)] == ["decision"]


@pytest.mark.parametrize("kind", KINDS)
async def test_account_without_the_seat_or_invitation_is_not_notified(tmp_path, kind):
    async with push_service() as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        match = await KINDS[kind][0](services)
        async with services.database.writing() as session:
            seat = await session.get_one(SeatRow, (match, 0))
            seat.account = seat.invited = None
        await deliver_due(services)
        assert receiver.requests == []
        assert [row.event for row in await rows(services, PushMessageRow)] == []


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
async def test_gone_subscription_is_deleted(tmp_path, status):
    async with push_service(status) as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        await pushed(services, await begin(services, "tiny"))
        await deliver_due(services)
        assert await rows(services, PushSubscriptionRow) == []
        assert await rows(services, PushMessageRow) == []


async def test_failing_push_service_is_retried(tmp_path):
    async with push_service("503 No", "429 No") as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        match = await begin(services, "tiny")
        await pushed(services, match)
        for attempt in (1, 2):
            await deliver_due(services)
            tried = [row for row in await rows(services, PushMessageRow) if row.attempts]
            assert [row.attempts for row in tried] == [attempt]
            await make_due(services)
        await deliver_due(services)
        assert [message["match"] for message in messages(receiver)] == [match] * 3
        (subscription,) = await rows(services, PushSubscriptionRow)
        assert subscription.failures < MAX_FAILURES


async def test_private_address_is_not_called(tmp_path):
    async with (
        push_service() as receiver,
        in_process_server(tmp_path, webhook_ports="any", turn_webhook_delay=0) as services,
    ):
        await subscribed(services, receiver.browser)
        await pushed(services, await begin(services, "tiny"))
        await deliver_due(services)
        assert receiver.requests == []


async def test_sign_out_ends_the_subscription(tmp_path):
    async with push_service() as receiver, undelayed_server(tmp_path) as services:
        await subscribed(services, receiver.browser)
        await pushed(services, await begin(services, "tiny"))
        async with services.database.writing() as session:
            await session.execute(sa.delete(Token))
        assert await rows(services, PushSubscriptionRow) == []
        assert await rows(services, PushMessageRow) == []


async def test_processes_share_one_generated_key(database_url, tmp_path):
    async with in_process_server(
        tmp_path, database_url=database_url, with_accounts=False
    ) as services:
        first = await services.deliveries.push_keys.public()
        other_keys = PushKeys(services.database, services.settings, services.settings)
        await other_keys.prepare()
        assert await other_keys.public() == first
        chosen = services.settings.model_copy(update={"vapid_key": SecretStr(new_key())})
        assert await PushKeys(services.database, chosen, chosen).public() != first
