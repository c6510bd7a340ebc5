"""A bot: takes every seat that is kept for it and answers every question at random.

    python examples/bot.py http://127.0.0.1:8000 cnc_…

Its account and token come from `POST /api/v1/bots`. Invite it by name when you make a match.
"""

import json
import random
import sys
import time

import httpx

TROUBLE = (429, 500, 502, 503, 504)


def answer_to(decision):
    """An option at random; the default where an answer is not a single key."""
    if decision["kind"] == "choose" and isinstance(decision["default"], str):
        return random.choice(decision["options"])["key"]
    return decision["default"]


def send(http, path, body):
    """A refusal (too late, seat taken) is the server's last word; a server in trouble is not."""
    response = http.post(path, json=body)
    if response.status_code in TROUBLE:
        response.raise_for_status()


def play(http):
    """Follow the account's stream until it ends. What is open comes first, so nothing is missed."""
    with http.stream("GET", "/me/stream") as stream:
        stream.raise_for_status()
        for line in map(json.loads, filter(None, stream.iter_lines())):
            if line["t"] == "invite":
                send(http, f"/matches/{line['match']['id']}/seats", {"seat": line["seat"]})
            for decision in line.get("decisions", []):
                if not decision["optional"]:
                    path = f"/matches/{line['match']}/decisions/{decision['id']}"
                    send(http, path, {"answer": answer_to(decision)})
                    break  # the next line asks what is still open


server, token = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}"}
# The stream carries an empty line every 7 seconds; one that is silent for 20 is dead.
with httpx.Client(base_url=f"{server}/api/v1", headers=headers, timeout=20) as http:
    while True:
        try:
            play(http)
        except httpx.TransportError as error:
            print(f"Connection lost ({error!r}); trying again.", file=sys.stderr)
        except httpx.HTTPStatusError as error:
            if error.response.status_code not in TROUBLE:
                raise
        time.sleep(1)
