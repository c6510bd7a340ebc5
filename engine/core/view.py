"""The projection gate: the only path from a match to a viewer.

`viewer` is a seat or PUBLIC, always explicit, never defaulted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine.core.event import Event, Viewer
from engine.core.game import Game
from engine.core.outcome import Outcome, ScoreLine
from engine.core.script import Blocked, Option, Question
from engine.core.threat import Threat

H = TypeVar("H")


def decision(
    game: Game[Any, Any], question: Question, id: str, undo: bool, players: Sequence[str]
) -> dict[str, Any]:
    """An open question in its wire form, for its seat and no other viewer."""
    messages = game.messages
    members: dict[str, Any] = {
        "id": id,
        "seat": question.seat,
        "kind": question.kind,
        "prompt": {
            "key": f"{game.id}.{question.prompt}",
            "args": question.args,
            "text": messages.render(f"prompt.{question.prompt}", question.args, players),
        },
        "optional": question.optional,
        "undo": undo,
    }
    if not question.optional:
        members["default"] = question.default()
    if question.options:
        idle = question.idle() if question.idle else {}
        members["options"] = [
            _option(game, option, idle.get(option.key, ""), players) for option in question.options
        ]
    if question.limits is not None:
        members["limits"] = dict(question.limits)
    if question.kind != "order":
        members["min"], members["max"] = question.least, question.most
    if question.blocked and (blocked := question.blocked()):
        members["blocked"] = [_blocked(game, blocked_option, players) for blocked_option in blocked]
    return members


def _option(
    game: Game[Any, Any], option: Option[Any], idle: str, players: Sequence[str]
) -> dict[str, Any]:
    """An option; `idle` is its message if it would have no effect."""
    head, _, rest = option.key.partition(":")
    message, args = idle or option.message or head, option.args or {}
    members: dict[str, Any] = {
        "key": option.key,
        "text": game.messages.render(f"option.{message}", {"it": rest, **args}, players),
    }
    if message != head:
        members["message"] = f"{game.id}.{message}"
    if args:
        members["args"] = args
    if option.targets:
        members["targets"] = list(option.targets)
    if kind := "waste" if idle else option.kind:
        members["kind"] = kind
    return members


def _blocked(game: Game[Any, Any], blocked: Blocked, players: Sequence[str]) -> dict[str, Any]:
    members: dict[str, Any] = {
        "key": blocked.key,
        "why": game.messages.render(f"why.{blocked.why}", blocked.args, players),
        "message": f"{game.id}.{blocked.why}",
    }
    if blocked.args:
        members["args"] = blocked.args
    return {**members, "kind": blocked.kind} if blocked.kind else members


def visible_event(
    game: Game[Any, Any],
    event: Event,
    viewer: Viewer,
    id: int,
    players: Sequence[str],
    form: Callable[..., H],
    *,
    yours: bool = True,
) -> H | None:
    """An event as this viewer may know it, or None; `form` builds it from its members (`dict`, or a
    type with these fields).

    With `yours` false, another player held the viewer's seat at the time, so no text says "you".
    """
    visible = event.for_viewer(viewer)
    if visible is None:
        return None
    reader = viewer if yours and isinstance(viewer, int) else None
    return form(
        id=id,
        key=f"{game.id}.{visible.key}",
        args=visible.args,
        text=game.messages.render(f"event.{visible.key}", visible.args, players, reader),
        affects=list(visible.affects),
    )


def threat(
    game: Game[Any, Any],
    threat: Threat,
    viewer: Viewer,
    players: Sequence[str],
    form: Callable[..., H],
) -> H:
    """A threat in its wire form, as this viewer reads it; `form` builds it from its members."""
    reader = viewer if isinstance(viewer, int) else None
    text = game.messages.render(f"threat.{threat.key}", threat.args, players, reader)
    more: dict[str, Any] = {} if threat.by is None else {"by": threat.by}
    if threat.can:
        more["can"] = True
    return form(key=f"{game.id}.{threat.key}", args=threat.args, text=text, **more)


def result(game: Game[Any, Any], outcome: Outcome, players: Sequence[str]) -> dict[str, Any]:
    """An outcome in its wire form."""
    return {
        "ranks": outcome.ranks,
        "reason": outcome.reason,
        "sheet": [
            {
                "seat": score.seat,
                "total": score.total,
                "lines": [_line(game, line, players) for line in score.lines],
            }
            for score in outcome.sheet
        ],
    }


def _line(game: Game[Any, Any], line: ScoreLine, players: Sequence[str]) -> dict[str, Any]:
    members = {
        "key": line.key,
        "text": game.messages.render(f"score.{line.key}", line.args, players),
        "points": line.points,
    }
    return {**members, "args": line.args} if line.args else members


def check_messages(
    game: Game[Any, Any],
    events: Sequence[Event],
    questions: Sequence[Question],
    outcome: Outcome | None,
    threats: Sequence[Threat] = (),
) -> None:
    """Raise WrongArguments if any sentence gets arguments that its message does not declare."""
    messages = game.messages
    for event in events:
        form: Event | None = event
        while form is not None:
            messages.check(f"event.{form.key}", form.args)
            form = form.others
    for question in questions:
        messages.check(f"prompt.{question.prompt}", question.args)
        idle = question.idle() if question.idle else {}
        for option in question.options:
            message = idle.get(option.key) or option.message or option.key.partition(":")[0]
            messages.check(f"option.{message}", option.args or {})
        for blocked in question.blocked() if question.blocked else ():
            messages.check(f"why.{blocked.why}", blocked.args)
    for score in outcome.sheet if outcome else ():
        for line in score.lines:
            messages.check(f"score.{line.key}", line.args)
    for threat in threats:
        messages.check(f"threat.{threat.key}", threat.args)


def check_view(view: Any, path: str = "view") -> None:
    """Raise AssertionError if a view breaks the promise made to clients (see `Game.view`)."""
    if isinstance(view, dict):
        for key, part in view.items():
            assert isinstance(key, str), f"{path}: key {key!r}"
            assert key.isascii(), f"{path}: key {key!r}"  # sorted alike by any language
            assert not key.isdigit(), f"{path}: key {key!r}"
            check_view(part, f"{path}.{key}")
    elif isinstance(view, list):
        for index, part in enumerate(view):
            check_view(part, f"{path}[{index}]")
    elif isinstance(view, str):
        assert view.isprintable(), path  # neither control characters nor lone surrogates
    else:
        assert isinstance(view, bool | int), f"{path}: {view!r}"
        assert abs(view) < 2**53, f"{path}: {view}"
