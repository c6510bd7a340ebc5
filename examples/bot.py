"""A bot in a few lines: sits down in a match and answers whatever it is asked.

    python examples/bot.py http://127.0.0.1:8000 cnc_… m_… [CODE]

The token comes from `POST /api/v1/bots`, the match's id or its invitation from whoever plays.
"""

import json
import sys
from random import Random

import httpx

server, token, match, *code = sys.argv[1:]
chance = Random()
headers = {"Authorization": f"Bearer {token}"}
with httpx.Client(base_url=f"{server}/api/v1/matches/{match}", headers=headers) as http:
    http.post("/seats", json={"code": code[0]} if code else {})
    with http.stream("GET", "/stream", timeout=None) as stream:
        for frame in map(json.loads, filter(None, stream.iter_lines())):
            if frame["t"] == "end":
                break
            for decision in frame.get("decisions", [])[:1]:
                options = [option["key"] for option in decision.get("options", [])]
                alone = decision["kind"] == "choose" and isinstance(decision["default"], str)
                answer = chance.choice(options) if alone else decision["default"]
                http.post(f"/decisions/{decision['id']}", json={"answer": answer})
