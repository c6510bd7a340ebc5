"""A bot in ten lines: takes every seat that is kept for it and answers whatever it is asked.

    python examples/bot.py http://127.0.0.1:8000 cnc_…

The token comes from `POST /api/v1/bots`. Invite the bot by its name when you make a match.
"""

import json
import sys
from random import Random

import httpx

server, token = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}"}
http = httpx.Client(base_url=f"{server}/api/v1", headers=headers, timeout=None)
with http.stream("GET", "/me/stream") as stream:
    for line in map(json.loads, filter(None, stream.iter_lines())):
        if line["t"] == "invite":
            http.post(f"/matches/{line['match']['id']}/seats", json={"seat": line["seat"]})
        for decision in [one for one in line.get("decisions", []) if not one["optional"]][:1]:
            alone = decision["kind"] == "choose" and isinstance(decision["default"], str)
            keys = [option["key"] for option in decision.get("options", [])]
            answer = {"answer": Random().choice(keys) if alone else decision["default"]}
            http.post(f"/matches/{line['match']}/decisions/{decision['id']}", json=answer)
