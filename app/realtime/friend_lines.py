"""Friend lines of an account's stream: the list of friends, what changes of one, and messages."""

from __future__ import annotations

from app.accounts.caller import Caller
from app.friends.messages import Messages
from app.lobby.friend_views import FriendViews
from app.wire.frames import AccountLine, FriendLine, FriendsLine, MessageLine, encode
from app.wire.friends import Friends


class FriendLines:
    """Makes a renderer for each stream."""

    def __init__(self, views: FriendViews, messages: Messages) -> None:
        self.views = views
        self.messages = messages

    def renderer_for(self, caller: Caller) -> FriendLineRenderer:
        return FriendLineRenderer(self.views, self.messages, caller)


class FriendLineRenderer:
    """Renders the lines of one stream, none twice in a row."""

    def __init__(self, views: FriendViews, messages: Messages, caller: Caller) -> None:
        self.views = views
        self.messages = messages
        self.caller = caller
        self._sent_list = NO_FRIENDS
        self._sent_by_friend: dict[str, bytes] = {}

    async def has_missed(self) -> bool:
        """Whether the list is not as it was sent."""
        return await self._list() != self._sent_list

    async def all_friends(self) -> list[bytes]:
        """The line of the list."""
        line = await self._list()
        if line == self._sent_list:
            return []
        self._sent_list = line
        return [line]

    async def friend(self, account: str) -> list[bytes]:
        """The line of one friend."""
        friend = await self.views.one(self.caller.account, account)
        if friend is None:
            return []
        line = line_of(FriendLine(friend=friend))
        if line == self._sent_by_friend.get(account):
            return []
        self._sent_by_friend[account] = line
        return [line]

    async def message(self, id: int) -> list[bytes]:
        """The line of a direct message."""
        message = await self.messages.one(self.caller.account, id)
        return [] if message is None else [line_of(MessageLine(message=message))]

    async def _list(self) -> bytes:
        if self.caller.kind == "bot":
            return NO_FRIENDS
        friends = await self.views.of(self.caller.account)
        self._sent_by_friend = {
            friend.account.id: line_of(FriendLine(friend=friend)) for friend in friends.items
        }
        return line_of(FriendsLine(friends=friends))


def line_of(line: AccountLine) -> bytes:
    return encode(line).encode() + b"\n"


NO_FRIENDS = line_of(FriendsLine(friends=Friends(items=[], incoming=[], outgoing=[])))
