"""Messages: sentences are built from templates, with the arguments that each key declares."""

import pytest

from engine.core.errors import WrongArguments
from engine.core.event import event
from engine.core.match import answer
from engine.core.messages import Messages, text
from engine.core.script import choose, plain
from engine.core.templates import isolated
from engine.core.view import visible_event
from tests.engine.workshop import begun

SAY = Messages(
    {
        "event.plays": text("seat card", "{seat:player} plays {card:name}", you="You play {card}"),
        "event.pays": text("seats pool", "{seats:player} pay {pool:mix} {{once}}"),
        "event.draws": text("n", "{n:s|card|cards}"),
        "event.bare": text("n", "Nothing, {n}"),
        "event.casts": text("card at?", "{card:name} is cast[ at {at:player}], so"),
    },
    {"hawk": "Hawk", "elan": "Elan"},
)


@pytest.mark.parametrize(
    ("key", "args", "sentence"),
    [
        ("event.plays", {"seat": 0, "card": "hawk"}, "Ada plays Hawk"),
        ("event.plays", {"seat": 3, "card": ["hawk", "owl"]}, "Player 4 plays Hawk and owl"),
        ("event.pays", {"seats": [0, 1], "pool": {"elan": 2}}, "Ada and Bob pay 2 Elan {once}"),
        ("event.pays", {"seats": [], "pool": {"elan": 0}}, "nothing pay nothing {once}"),
        ("event.draws", {"n": 1}, "1 card"),
        ("event.draws", {"n": 2}, "2 cards"),
        ("event.bare", {"n": 7, "more": 1}, "Nothing, 7"),
        ("event.casts", {"card": "hawk", "at": 0}, "Hawk is cast at Ada, so"),
        ("event.casts", {"card": "hawk", "at": [0, 1]}, "Hawk is cast at Ada and Bob, so"),
        ("event.casts", {"card": "hawk", "at": []}, "Hawk is cast, so"),
        ("event.casts", {"card": "hawk"}, "Hawk is cast, so"),
        ("option.yes", {}, "Yes"),
    ],
)
def test_template_renders_its_arguments(key, args, sentence):
    assert SAY.render(key, args, ["Ada", "Bob"]) == sentence
    assert SAY.render(key, args, ["Ada", "Bob"]) == sentence


def test_only_the_acting_seat_reads_you():
    args = {"seat": 1, "card": "hawk"}
    assert SAY.render("event.plays", args, ["Ada", "Bob"], 1) == "You play hawk"
    assert SAY.render("event.plays", args, ["Ada", "Bob"], 0) == "Bob plays Hawk"
    assert SAY.render("event.plays", args, ["Ada", "Bob"]) == "Bob plays Hawk"
    assert SAY.render("event.draws", {"n": 1}, ["Ada", "Bob"], 0) == "1 card"


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("event.one", text("seat", "{seat:player} plays {card}")),
        ("event.one", text("seat", "A card", you="You play {card}")),
        ("event.one", text("seat at?", "{seat:player} at {at}")),
        ("event.one", text("seat", "{seat:nobody}")),
        ("prompt.one", text("", "{it}")),
        ("event.one", "{seat:player}"),
    ],
)
def test_template_may_use_only_declared_arguments(key, wrong):
    with pytest.raises(WrongArguments):
        Messages({key: wrong}, {})


def test_option_template_gets_the_rest_of_its_key():
    assert Messages({"option.card": "{it}"}, {}).render("option.card", {"it": "7"}, []) == "7"


@pytest.mark.parametrize(
    ("key", "args"),
    [
        ("event.nothing", {}),
        ("event.bare", {}),
        ("event.bare", {"n": 1, "more": 2}),
        ("event.casts", {"at": 1}),
    ],
)
def test_missing_or_undeclared_arguments_are_refused(key, args):
    with pytest.raises(WrongArguments, match=key):
        SAY.check(key, args)


def test_declared_arguments_are_accepted():
    SAY.check("event.bare", {"n": 1})
    SAY.check("event.casts", {"card": "hawk"})
    SAY.check("event.casts", {"card": "hawk", "at": 1})


def test_unrenderable_sentence_becomes_its_key_and_arguments(monkeypatch):
    failures = []
    monkeypatch.setattr(Messages, "on_failure", lambda *args: failures.append(args))
    sentence = SAY.render("event.plays", {"card": "hawk"}, [])
    assert sentence.startswith("event.plays (card: hawk) [error ")
    ((messages, key, id, error),) = failures
    assert (messages, key, type(error)) == (SAY, "event.plays", KeyError)
    assert sentence.endswith(f"[error {id}]")
    assert SAY.render("event.nothing", {}, []).startswith("event.nothing () [error ")


async def _tells_too_little(table):
    await choose(0, "go", plain("on"))
    table.tell("plays", seat=0)


async def _asks_too_little(table):
    await choose(0, "go", plain("on"))
    await choose(0, "which", plain("on"))


@pytest.mark.parametrize("script", [_tells_too_little, _asks_too_little])
def test_strict_mode_refuses_wrong_message_arguments_before_the_commit(script, monkeypatch):
    game, transition = begun(script)
    game.messages = Messages(
        {
            "event.plays": text("seat card", "{seat:player} plays {card}"),
            "prompt.go": "Go",
            "prompt.which": text("card", "Which {card}?"),
            "option.on": "On",
        },
        {},
    )
    decision = transition.match.decisions[0]
    with pytest.raises(WrongArguments):
        answer(game, transition.match, 0, decision.id, "on")
    monkeypatch.setattr(Messages, "strict", False)
    after = answer(game, transition.match, 0, decision.id, "on")
    assert after.match.ply == 1


def test_an_event_is_rendered_for_its_viewer():
    game, _ = begun()
    game.messages = SAY
    plays = event("plays", seat=1, card="hawk")
    texts = [
        visible_event(game, plays, viewer, 0, ["Ada", "Bob"], dict)["text"] for viewer in (0, 1)
    ]
    assert texts == ["Bob plays Hawk", "You play hawk"]


@pytest.mark.parametrize("name", ["אופל", "عمر 7", "Ben (בן)", "ܐܒܐ"])
def test_right_to_left_name_is_isolated_in_its_sentence(name):
    assert isolated(name) == f"\u2068{name}\u2069"
    sentence = SAY.render("event.plays", {"seat": 0, "card": "hawk"}, [name])
    assert sentence == f"\u2068{name}\u2069 plays Hawk"


@pytest.mark.parametrize("name", ["Ada", "Žofie 2", "Αθηνά", "Борис", "さくら", ""])
def test_left_to_right_name_is_not_isolated(name):
    assert isolated(name) == name
