"""Push transport: the tables and timing of push messages."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from app.accounts.models import Account
from app.clocks.kinds import clock_of
from app.clocks.service_time import ServiceClock
from app.clocks.state import read_state
from app.games.catalogue import Catalogue
from app.infra.settings import WebhookSettings
from app.infra.wall_clock import now
from app.matches.automation.deadlines import datetime_of_ms, deadline
from app.matches.models import MatchRow
from app.matches.presence import Presence
from app.notifications.kinds import OF_MATCHES, PUSHED
from app.notifications.match_facts import MatchFacts, read_match_facts
from app.notifications.outbox.models import Message
from app.notifications.outbox.posting import Outgoing
from app.notifications.outbox.transport import Later
from app.notifications.push.keys import PushKeys
from app.notifications.push.models import PushMessageRow, PushSubscriptionRow
from app.notifications.push.outbox import PushOutbox
from app.notifications.push.payloads import push_of

PRESENCE_RECHECK_S = 60.0
"""How soon a player who was at the table is looked for again: a phone that sleeps seems present
until its socket has timed out.
"""
WARNING_SHARE = 0.25
"""A deadline is near when this share of the time for an answer is left, or `push_deadline_lead`."""
MIN_WARNING_S = 60.0


class PushTransport(PushOutbox):
    """Push subscriptions receive the events that their account has not switched off."""

    name = "push"
    messages = PushMessageRow
    kinds = tuple(kind for kind, _ in PUSHED.values() if kind.cause in OF_MATCHES)

    def __init__(
        self,
        catalogue: Catalogue,
        presence: Presence,
        service_clock: ServiceClock,
        keys: PushKeys,
        settings: WebhookSettings,
    ) -> None:
        self.catalogue = catalogue
        self.presence = presence
        self.service_clock = service_clock
        self.keys = keys
        self.settings = settings

    async def compose(self, session: AsyncSession, message: Message) -> Outgoing | Later | None:
        subscription = await session.get(PushSubscriptionRow, message.receiver)
        match = await session.get(MatchRow, message.match)
        if subscription is None or match is None or match.game not in self.catalogue.games:
            return None
        if message.event not in PUSHED:
            return None  # of another version
        kind, form = PUSHED[message.event]
        account = await session.get_one(Account, subscription.account)
        if account.preferences.get(form.switch) is False:
            return None
        title = self.catalogue.games[match.game].title
        facts = await read_match_facts(session, match, account, title)
        if form.waits_for_deadline and match.status == "paused":
            return Later(now() + timedelta(seconds=self.settings.push_deadline_lead))
        if not kind.is_current(facts):
            return None
        if form.waits_for_deadline:
            verdict = self._warning(facts, match)
            if verdict is None or verdict.at > now():
                return verdict
        if form.waits_for_absence and self._is_present(facts, match):
            return Later(now() + timedelta(seconds=PRESENCE_RECHECK_S))
        return await push_of(subscription, kind.name, form, facts, match, account, self.keys)

    def _warning(self, facts: MatchFacts, match: MatchRow) -> Later | None:
        """When to warn of the account's deadline; None without one, or if the time is too short."""
        times, clock = read_state(match.times), clock_of(match.clock)
        seats = {*facts.own_seats} & {*facts.waiting_seats}
        until = [at for seat, at in times.until.items() if seat in seats] if times else []
        lead = min(self.settings.push_deadline_lead, WARNING_SHARE * clock.full / 1000)
        if not until or lead < MIN_WARNING_S:
            return None
        end = datetime_of_ms(deadline(clock, self.service_clock, min(until)))
        return Later(end - timedelta(seconds=lead)) if end > now() else None

    def _is_present(self, facts: MatchFacts, match: MatchRow) -> bool:
        return any(self.presence.is_connected(match.id, seat) for seat in facts.own_seats)
