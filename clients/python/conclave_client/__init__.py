"""A client for Conclave servers, and a runner for bots.

==============  ==============================================================
Client          one thing after another
AsyncClient     many things at once; a websocket for each match
calls           the endpoints, as functions
Bot, Runner     a player, and the program that plays its matches
==============  ==============================================================
"""

from conclave_client import calls
from conclave_client.answers import Answer, is_legal, random_answer
from conclave_client.async_client import AsyncClient
from conclave_client.bot import Bot, Refusal
from conclave_client.calls import Call
from conclave_client.client import Client
from conclave_client.match_socket import MatchSocket
from conclave_client.problems import ConclaveError, Problem, Unreachable, WrongAddress, WrongView
from conclave_client.runner import Runner
from conclave_client.types import Decision, Event, Match, Offer, Outcome, View

__all__ = [
    "Answer",
    "AsyncClient",
    "Bot",
    "Call",
    "Client",
    "ConclaveError",
    "Decision",
    "Event",
    "Match",
    "MatchSocket",
    "Offer",
    "Outcome",
    "Problem",
    "Refusal",
    "Runner",
    "Unreachable",
    "View",
    "WrongAddress",
    "WrongView",
    "calls",
    "is_legal",
    "random_answer",
]
