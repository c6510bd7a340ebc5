"""A bot on a client that a generator made of the OpenAPI document: plays a match to its end.

    python tests/app/generated_player.py http://127.0.0.1:8000

with the generated package `conclave_client` on the path. What a client reads is typed; nothing here
knows an address of the API.
"""

import sys
import time

from conclave_client import AuthenticatedClient, Client
from conclave_client.api.accounts import create_guest
from conclave_client.api.lobby import create_match, get_match
from conclave_client.api.playing import answer, get_view
from conclave_client.api.tokens import create_bot
from conclave_client.models import (
    Committed,
    FullFrame,
    GivenAnswer,
    Match,
    NewMatch,
    NewMatchOptions,
    NewName,
    Problem,
    SeatRequest,
    SeatRequestKind,
    SignedIn,
)
from conclave_client.types import UNSET

PATIENCE_S = 60


def main(url):
    guest = expect(create_guest.sync(client=Client(url), body=NewName("Ada")), SignedIn)
    owner = AuthenticatedClient(url, guest.token)
    refused = expect(
        create_bot.sync(client=AuthenticatedClient(url, "no token"), body=NewName("Generated")),
        Problem,
    )
    assert refused.type_ == "/problems/unauthenticated", refused
    bot = expect(create_bot.sync(client=owner, body=NewName("Generated")), SignedIn)
    client = AuthenticatedClient(url, bot.token)
    seats = [SeatRequest(SeatRequestKind.ME), SeatRequest(SeatRequestKind.BOT, bot="random")]
    wish = NewMatch("res_arcana", seats, options=NewMatchOptions.from_dict({"round_limit": 2}))
    match = expect(create_match.sync(client=client, body=wish), Match)
    answered, ended = play(client, match.id), expect(get_match.sync(match.id, client=client), Match)
    ranks = sorted(seat for rank in ended.outcome.ranks for seat in rank)
    print(f"{answered} answers, {ended.status.value}, seats {ranks}")


def play(client, match):
    """Answer every question by its default; returns how many were answered."""
    until, count = time.monotonic() + PATIENCE_S, 0
    while time.monotonic() < until:
        frame = expect(get_view.sync(match, client=client), FullFrame)
        if frame.view.status.value == "finished":
            return count
        asked = [decision for decision in frame.decisions if not decision.optional]
        if not asked:
            time.sleep(0.05)
            continue
        assert asked[0].default is not UNSET
        given = GivenAnswer(asked[0].default)
        reply = answer.sync(match, asked[0].id, client=client, body=given)
        count += isinstance(reply, Committed)
    raise TimeoutError("the match has not ended")


def expect(reply, type_):
    assert isinstance(reply, type_), reply
    return reply


if __name__ == "__main__":
    main(sys.argv[1])
