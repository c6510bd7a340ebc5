"""Friend lines of an account's stream: the list of friends, and what changes of one of them."""

from __future__ import annotations

from app.accounts.caller import Caller
from app.lobby.friend_views import FriendViews
from app.wire.frames import AccountLine, FriendLine, FriendsLine, encode
from app.wire.friends import Friends


class FriendLines:
    """Makes a renderer for each stream."""

    def __init__(self, views: FriendViews) -> None:
        self.views = views

    def renderer_for(self, caller: Caller) -> FriendLineRenderer:
        return FriendLineRenderer(self.views, caller)


class FriendLineRenderer:
    """Renders the lines of one stream, none twice in a row."""

    def __init__(self, views: FriendViews, caller: Caller) -> None:
        self.views = views
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
