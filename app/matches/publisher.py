"""Publisher: renders one view and one frame per class of viewers that has subscribers."""

from __future__ import annotations

from app.bus.base import CHANGED, Bus, Frame, aside_message, channel_of, news_message
from app.matches.entry import EntryEvents
from app.matches.horizon.spectator_delay import sees_late
from app.matches.match_info import MatchInfo
from app.matches.projection import ViewBuilder, end, render_open_table, render_view
from app.matches.room import Reader, RenderedView, Room, class_of
from app.wire.frames import encode
from engine.core.event import Viewer
from engine.core.match import Match, Transition, running_table
from engine.core.running_table import RunningTable


class Publisher:
    """Sends the frames of a match to its subscribers, here and in other processes."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    def publish(
        self, room: Room, before: Before, info: MatchInfo, transition: Transition, record: bytes
    ) -> None:
        """Move the room on to the match after an entry, and send frames to subscribers; `record`
        is the entry's events as stored.

        If the room has already read this entry or later ones, it stays as it is.
        """
        recipients = []
        for reader in room.audience:
            if self.bus.has_subscribers(reader.channel) and not sees_late(room.info, reader.viewer):
                recipients.append((reader, before.view_for(reader)))
            else:
                room.last_views.pop(reader.name, None)
                self.bus.publish(reader.channel, Frame(transition.match.ply))
        if room.ply < transition.match.ply:
            room.info = info
            room.install(transition.match, None if transition.match.over else transition.running)
            room.append_events(record)
        if recipients:
            entry_events = EntryEvents(before.match.event_counts, transition.events)
            builder = ViewBuilder(room, info, transition.match, transition.running)
        for reader, base in recipients:
            after, text = builder.frame(reader.viewer, base, entry_events)
            if room.match is transition.match:
                room.last_views[reader.name] = after
            self.bus.publish(reader.channel, Frame(after.ply, text, base.mark, after.mark))
        if transition.match.over:
            self.publish_aside(room, encode(end(info, transition.match)))

    def publish_aside(self, room: Room, frame: str) -> None:
        """Send a frame that belongs to no ply to all subscribers."""
        for reader in room.audience:
            if not sees_late(room.info, reader.viewer):
                self.bus.publish(reader.channel, aside_message(frame))

    def announce_news(self, room: Room, frame: str) -> None:
        """The same for a change of the match's rows: every process reloads them before it renders
        the match again.
        """
        for reader in room.audience:
            if not sees_late(room.info, reader.viewer):
                self.bus.publish(reader.channel, news_message(frame))

    def announce_change(self, room: Room) -> None:
        """Make all subscribers reload the match."""
        for name in [*(str(n) for n in range(len(room.info.seats))), "public"]:
            self.bus.publish(channel_of(room.info.id, name), CHANGED)


class Before:
    """The views before an entry; re-runs the rules once for those no longer cached.

    Create it before the commit: afterwards the room may be ahead.
    """

    def __init__(self, room: Room, match: Match) -> None:
        self.room = room
        self.info = room.info
        self.match = match
        self.running: RunningTable | None = None
        self._last_views = dict(room.last_views)

    def view_for(self, reader: Reader) -> RenderedView:
        known = self._last_views.get(reader.name)
        if known and known.ply == self.match.ply:
            return known
        if self.running is None:
            self.running = running_table(self.room.game, self.match)
        return render_view(self.room, self.info, self.match, self.running, reader.viewer)


def current_view(room: Room, viewer: Viewer) -> RenderedView:
    """The viewer's view now, from the cache or rendered."""
    match = room.match
    if match is None:
        return render_open_table(room)
    known = room.last_views.get(class_of(viewer))
    if known is None or known.ply != match.ply:
        known = render_view(room, room.info, match, running_table(room.game, match), viewer)
        room.last_views[class_of(viewer)] = known
    return known
