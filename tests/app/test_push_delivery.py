"""Push messages: each kind once, encrypted and signed, with nothing hidden, to whoever wants it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa
from pydantic import SecretStr

from app.accounts.models import Account, Token
from app.infra.wall_clock import now
from app.matches.models import MatchRow, SeatRow
from app.notifications.outbox.delivery import FAILURES
from app.notifications.push.keys import PushKeys, new_key
from app.notifications.push.models import PushMessageRow, PushSubscriptionRow
from tests.app.browsers import claims_of, messages, push_service, pushed, subscribed
from tests.app.in_process import begin, in_process_server
from tests.app.test_webhooks import at, rows

DAYS = {"clock": {"kind": "days", "days": 1}}
HOUR_MS = 3_600_000


def quickly(folder, **settings):
    return at(folder, turn_webhook_delay=0, **settings)


async def hurry(services):
    """Let what waits for its time be due."""
    async with services.database.writing() as session:
        later = sa.update(PushMessageRow).where(PushMessageRow.due.is_not(None))
        await session.execute(later.values(due=now() - timedelta(seconds=1)))


async def sent(services):
    """Deliver what is due, until nothing is."""
    while await services.push_delivery.deliver():
        pass


async def prefer(services, **preferences):
    async with services.database.writing() as session:
        (await session.get_one(Account, "a_ann")).preferences = preferences


async def of_turn(services):
    match = await begin(services, "tiny")
    for _ in range(3):
        await pushed(services, match)
    return match


async def of_deadline(services):
    """Its turn has been told; an hour is left."""
    match = await begin(services, "tiny", DAYS)
    await pushed(services, match)
    async with services.database.writing() as session:
        turn = sa.delete(PushMessageRow).where(PushMessageRow.event == "decision")
        await session.execute(turn)
    await sent(services)
    (row,) = await rows(services, PushMessageRow)
    early = row.due - now()
    assert timedelta(hours=21.9) < early < timedelta(hours=22), "two hours before its end"
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        until = {"0": services.service_clock.now() + HOUR_MS}
        row.times = {**row.times, "until": until}
    await hurry(services)
    return match


async def of_invitation(services):
    match = await begin(services, "tiny")
    async with services.database.writing() as session:
        seat = await session.get_one(SeatRow, (match, 0))
        seat.kind, seat.account, seat.invited = "open", None, "a_ann"
    await pushed(services, match, "invite")
    return match


async def of_result(services):
    match = await begin(services, "tiny")
    async with services.database.writing() as session:
        row = await session.get_one(MatchRow, match)
        row.status, row.outcome = "finished", {"ranks": [[1], [0]], "reason": "finished"}
    for _ in range(2):
        await services.settlement.settle(match)
    return match


KINDS = {
    "decision": (of_turn, "push_turn", "Your turn", "Du bist dran"),
    "deadline": (of_deadline, "push_deadline", "Your time is running out", "Deine Zeit läuft ab"),
    "invite": (of_invitation, "push_invitation", "You are invited", "Du bist eingeladen"),
    "end": (of_result, "push_result", "The match is over", "Die Partie ist zu Ende"),
}


@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_is_told_once_with_nothing_hidden_in_it(tmp_path, kind):
    event, _switch, english, _german = KINDS[kind]
    async with push_service() as there, quickly(tmp_path) as services:
        await subscribed(services, there.browser)
        match = await event(services)
        await sent(services)
        assert messages(there) == [
            {
                "kind": kind,
                "match": match,
                "game": "Tiny",
                "opponents": ["Bob"],
                "title": english,
                "body": "Tiny with Bob",
            }
        ]
        ((headers, _),) = there.heard
        claims = claims_of(headers, await services.push_keys.public())
        assert claims["aud"] == there.url.removesuffix("/hook")
        assert claims["sub"].startswith("mailto:")
        assert 0 < claims["exp"] - now().timestamp() < 86_400
        assert headers["content-encoding"] == "aes128gcm"
        assert match not in headers["topic"]
        (subscription,) = await rows(services, PushSubscriptionRow)
        assert subscription.succeeded_at is not None


@pytest.mark.parametrize("kind", KINDS)
async def test_a_kind_that_is_switched_off_is_silent(tmp_path, kind):
    async with push_service() as there, quickly(tmp_path) as services:
        await subscribed(services, there.browser)
        await KINDS[kind][0](services)
        await prefer(services, **{KINDS[kind][1]: False})
        await sent(services)
        assert there.heard == []


@pytest.mark.parametrize("kind", KINDS)
async def test_the_text_is_in_the_account_s_language(tmp_path, kind):
    async with push_service() as there, quickly(tmp_path) as services:
        await subscribed(services, there.browser)
        await prefer(services, language="de")
        await KINDS[kind][0](services)
        await sent(services)
        (message,) = messages(there)
        assert (message["title"], message["body"]) == (KINDS[kind][3], "Tiny mit Bob")


async def test_whoever_is_at_the_table_is_told_when_they_have_left(tmp_path):
    async with push_service() as there, quickly(tmp_path) as services:
        await subscribed(services, there.browser)
        match = await begin(services, "tiny")
        services.presence.arrive(match, 0)
        await pushed(services, match)
        await sent(services)
        assert there.heard == []
        services.presence.depart(match, 0)
        await hurry(services)
        await sent(services)
        assert [one["kind"] for one in messages(there)] == ["decision"]


@pytest.mark.parametrize("kind", KINDS)
async def test_whoever_has_lost_the_seat_or_the_invitation_is_told_nothing(tmp_path, kind):
    async with push_service() as there, quickly(tmp_path) as services:
        await subscribed(services, there.browser)
        match = await KINDS[kind][0](services)
        async with services.database.writing() as session:
            seat = await session.get_one(SeatRow, (match, 0))
            seat.account = seat.invited = None
        await sent(services)
        assert there.heard == []
        assert [row.event for row in await rows(services, PushMessageRow)] == []


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
async def test_a_browser_that_is_gone_is_forgotten(tmp_path, status):
    async with push_service(status) as there, quickly(tmp_path) as services:
        await subscribed(services, there.browser)
        await pushed(services, await begin(services, "tiny"))
        await sent(services)
        assert await rows(services, PushSubscriptionRow) == []
        assert await rows(services, PushMessageRow) == []


async def test_a_push_service_in_trouble_is_tried_again(tmp_path):
    async with push_service("503 No", "429 No") as there, quickly(tmp_path) as services:
        await subscribed(services, there.browser)
        match = await begin(services, "tiny")
        await pushed(services, match)
        for attempt in (1, 2):
            await sent(services)
            tried = [row for row in await rows(services, PushMessageRow) if row.attempts]
            assert [row.attempts for row in tried] == [attempt]
            await hurry(services)
        await sent(services)
        assert [one["match"] for one in messages(there)] == [match] * 3
        (subscription,) = await rows(services, PushSubscriptionRow)
        assert subscription.failures < FAILURES


async def test_an_address_inside_our_network_is_not_called(tmp_path):
    async with (
        push_service() as there,
        in_process_server(tmp_path, webhook_ports="any", turn_webhook_delay=0) as services,
    ):
        await subscribed(services, there.browser)
        await pushed(services, await begin(services, "tiny"))
        await sent(services)
        assert there.heard == []


async def test_sign_out_ends_the_subscription(tmp_path):
    async with push_service() as there, quickly(tmp_path) as services:
        await subscribed(services, there.browser)
        await pushed(services, await begin(services, "tiny"))
        async with services.database.writing() as session:
            await session.execute(sa.delete(Token))
        assert await rows(services, PushSubscriptionRow) == []
        assert await rows(services, PushMessageRow) == []


async def test_processes_share_the_key_that_one_of_them_generated(database_url, tmp_path):
    async with in_process_server(
        tmp_path, database_url=database_url, with_accounts=False
    ) as services:
        first = await services.push_keys.public()
        another = PushKeys(services.database, services.settings)
        await another.prepare()
        assert await another.public() == first
        chosen = services.settings.model_copy(update={"vapid_key": SecretStr(new_key())})
        assert await PushKeys(services.database, chosen).public() != first
