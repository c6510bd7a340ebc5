"""Publishing: one projection and one frame for each class of viewers that somebody listens to."""

from __future__ import annotations

from app.bus.base import CHANGED, Frame, aside_message, channel_of, news_message
from app.container import Services
from app.matches.entry import Telling
from app.matches.projection import Scene, delta, end, show, show_open, told
from app.matches.room import Facts, Room, Shown, class_of
from app.matches.spectator_delay import held_back
from app.wire.json_patch import encode
from engine.core.event import Public, Viewer
from engine.core.live import Live
from engine.core.match import Match, Taken, live


def publish(
    services: Services, room: Room, before: Before, facts: Facts, taken: Taken, record: bytes
) -> None:
    """Let the room go on to the match after an entry, and tell whoever listens. `record` is what
    was told with it, as it is stored.

    The room may have read the entry already, or later ones: then it stays as it is.
    """
    heard = []
    for reader in room.audience:
        if services.bus.is_heard(reader.channel) and not is_late(room, reader.viewer):
            heard.append((reader, before.shown(reader.viewer)))
        else:
            room.shown.pop(reader.name, None)
            services.bus.publish(reader.channel, Frame(taken.match.ply))
    if room.ply < taken.match.ply:
        room.facts = facts
        room.stand(taken.match, None if taken.match.over else taken.live)
        room.remember(record)
    if heard:
        telling = Telling(before.match.told, taken.events)
        scene = Scene(room, facts, taken.match, taken.live)
    for reader, base in heard:
        after = scene.shown(reader.viewer)
        if room.match is taken.match:
            room.shown[reader.name] = after
        events = told(room.game, facts, taken.match.ply, telling, reader.viewer)
        text = delta(base, after, events, room.served, scene.since(base))
        services.bus.publish(reader.channel, Frame(after.ply, text, base.mark, after.mark))
    if taken.match.over:
        tell(services, room, encode(end(facts, taken.match)))


class Before:
    """What viewers saw before an entry; re-run once if it is not known any more.

    Taken before the commit: afterwards the room may be ahead.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self.facts = room.facts
        self.match: Match = room.playing
        self.live: Live | None = None
        self._shown = dict(room.shown)

    def shown(self, viewer: Viewer) -> Shown:
        known = self._shown.get(class_of(viewer))
        if known and known.ply == self.match.ply:
            return known
        if self.live is None:
            self.live = live(self.room.game, self.match)
        return show(self.room, self.facts, self.match, self.live, viewer)


def tell(services: Services, room: Room, frame: str) -> None:
    """A frame beside the plies, to everybody."""
    for reader in room.audience:
        if not is_late(room, reader.viewer):
            services.bus.publish(reader.channel, aside_message(frame))


def tell_news(services: Services, room: Room, frame: str) -> None:
    """The same, where the match's rows have changed: every process loads them before it next shows
    the match.
    """
    for reader in room.audience:
        if not is_late(room, reader.viewer):
            services.bus.publish(reader.channel, news_message(frame))


def is_late(room: Room, viewer: Viewer) -> bool:
    """Whether the viewer sees the match later than it happens (see `app.realtime.delayed_feed`)."""
    return isinstance(viewer, Public) and held_back(room.facts)


def tell_changed(services: Services, room: Room) -> None:
    """Everybody is to load the match anew."""
    for name in [*(str(n) for n in range(len(room.facts.seats))), "public"]:
        services.bus.publish(channel_of(room.facts.id, name), CHANGED)


def shown_to(room: Room, viewer: Viewer) -> Shown:
    """What the viewer sees now; made if nobody has looked yet."""
    match = room.match
    if match is None:
        return show_open(room)
    known = room.shown.get(class_of(viewer))
    if known is None or known.ply != match.ply:
        known = show(room, room.facts, match, live(room.game, match), viewer)
        room.shown[class_of(viewer)] = known
    return known
