"""Sentences are made from templates."""

import pytest

from engine.core.messages import Messages

SAY = Messages(
    {
        "event.plays": "{seat:player} plays {card:name}",
        "event.pays": "{seats:player} pay {pool:mix} {{once}}",
        "event.draws": "{n:s|card|cards}",
        "event.bare": "Nothing, {n}",
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
        ("option.yes", {}, "Yes"),
    ],
)
def test_arguments_are_said_as_the_template_asks(key, args, sentence):
    assert SAY.render(key, args, ["Ada", "Bob"]) == sentence
    assert SAY.render(key, args, ["Ada", "Bob"]) == sentence


def test_a_missing_template_or_argument_is_an_error():
    with pytest.raises(KeyError):
        SAY.render("event.nothing", {}, [])
    with pytest.raises(KeyError):
        SAY.render("event.bare", {}, [])
