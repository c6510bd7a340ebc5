"""Catalogue: every component of the box, for the gallery and the page."""

from __future__ import annotations

from engine.battle_for_empyrean.battlefield import BATTLEFIELDS, Battlefield
from engine.battle_for_empyrean.card import CARDS, DECKS, TEMPLATE, Card, Deck
from engine.core.game import Component
from engine.core.language import Translate

TOKEN_TEXTS = {
    "stop": "Lies on a player's side of a battlefield and prevents the next instant ability that "
    "the player Reveals there, once.",
    "stun": "Switches a conditional ability off for as long as the card stays in play.",
    "shield": "The card can't be Destroyed. It protects from nothing else.",
    "anchor": "The card can neither Move nor Return. It prevents nothing else.",
    "move": "The card may Move once in the Command Phase; the token is spent. A permanent one, "
    "printed on the card, is never spent.",
    "captive": "Has no effect of its own; other cards Sacrifice it or count it.",
    "viking_raid": "Lies on the owner's Tracker: one for each raid of a Ship.",
    "first_player": "Its holder acts first in the Command, Deploy and Reveal Phases, unless a card "
    "says otherwise; it is passed clockwise at the end of each Round.",
}

KEYWORD_TEXTS = {
    "acquire": "Look for the card in your game deck, take it into your hand, shuffle. If it is not "
    "there nothing happens.",
    "add": "Add or Subtract changes a player's Essence, mostly that of the next Round, for one "
    "Round.",
    "ally": "Another Revealed card of the same player.",
    "apply": "Put Might or a token on a card; Remove takes it off. No card goes below 0 Might.",
    "banish": "Put the card face-down into the Banish pile.",
    "bite": "A Vampire with Bloodlust spends 1 Essence in the Command Phase to gain Might from an "
    "Ally Human Here.",
    "collapse": "When a card leaves a Zone, the cards in higher Zones close the gap. That is no "
    "Move.",
    "deploy": "Put a card face-down into the lowest Open Zone of a battlefield and pay for it.",
    "destroy": "Put a Revealed card from the battlefield face-up into the Destroy pile.",
    "discard": "Put a card from your hand face-down into your Discard pile.",
    "draw": "Take the top card of your game deck.",
    "fill": "Deploy a card to the last Open Zone of a battlefield.",
    "here": "On the battlefield of this card.",
    "move_action": "Put a Revealed card into the lowest Open Zone of another battlefield.",
    "opponent": "A Revealed card of an opponent.",
    "resolve": "Carry out an ability to its end.",
    "return": "Take a Revealed card, or one from a named pile, into its owner's hand.",
    "reveal": "Turn a face-down card face-up and Apply its reveal Might.",
    "shift": "The card leaves its Zone and enters the next Open one of the same battlefield with "
    "all it carries.",
    "swap": "A card takes the place of another, which goes where the new one came from. The new "
    "one gets its reveal Might and Resolves its ability.",
    "tracker": "Where a player's Essence and Viking Raid Tokens are kept.",
}

MASH_UP_TEXT = "24 cards from all decks, at most as many copies of each as its own deck holds."


def catalogue(translate: Translate) -> list[Component]:
    """Decks, cards, battlefields, tokens, keywords."""
    return [
        *(_deck(deck, translate) for deck in DECKS.values()),
        *(_card(card, translate) for card in CARDS.values()),
        *(_battlefield(battlefield, translate) for battlefield in BATTLEFIELDS.values()),
        *_words("token", TOKEN_TEXTS, translate),
        *_words("keyword", KEYWORD_TEXTS, translate),
        Component(
            id="mash_up",
            name=translate("name.mash_up_deck", "Mash-up deck"),
            kind="template",
            text=translate("component.mash_up", MASH_UP_TEXT),
            facts={"costs": {f"cost_{cost}": count for cost, count in TEMPLATE.items()}},
        ),
    ]


def _deck(deck: Deck, translate: Translate) -> Component:
    return Component(
        id=deck.id,
        name=deck.name,
        kind="deck",
        text=translate(f"component.{deck.id}", deck.strategy),
        facts={
            "symbol": deck.symbol,
            "complexity": deck.complexity,
            "cards": deck.cards(),
            "keywords": _keywords(deck.id, deck.keywords, translate),
        },
    )


def _card(card: Card, translate: Translate) -> Component:
    facts = {
        "deck": card.deck,
        "type": translate("type", card.kind),
        "ability": card.ability,
        "cost": card.cost,
        "might": card.might,
        "copies": card.copies,
        "sources": card.sources,
        "phases": card.icons(),
    }
    if words := words_of(card):
        facts["words"] = _keywords(card.deck, words, translate)
    if card.maximum:
        facts["max_might"] = card.maximum
    if card.affixed:
        facts["permanent_move"] = True
    text = translate(f"component.{card.id}", card.text)
    return Component(id=card.id, name=card.name, kind="card", text=text, facts=facts)


def _keywords(deck: str, keywords: dict[str, str], translate: Translate) -> dict[str, str]:
    context = f"keyword.{deck}"
    return {translate(context, word): translate(context, text) for word, text in keywords.items()}


def words_of(card: Card) -> dict[str, str]:
    """Explanations of the keywords that its text uses unexplained: those of its own deck, which
    it takes into a mash-up.
    """
    keywords = DECKS[card.deck].keywords
    text = card.text
    words = {}
    for word in sorted(keywords, key=len, reverse=True):
        if word in text:
            words[word] = keywords[word]
            text = text.replace(word, "")
    return {word: words[word] for word in keywords if word in words}


def _battlefield(battlefield: Battlefield, translate: Translate) -> Component:
    effects = [
        {"phase": effect.phase, "text": translate(f"component.{battlefield.id}", effect.text)}
        for effect in battlefield.effects
    ]
    return Component(
        id=battlefield.id,
        name=battlefield.name,
        kind="battlefield",
        text=" ".join(effect["text"] for effect in effects),
        facts={
            "effects": effects,
            "sources": {"name": battlefield.name_from, "effects": battlefield.effects_from},
        },
    )


def _words(kind: str, texts: dict[str, str], translate: Translate) -> list[Component]:
    return [
        Component(
            id=f"{kind}_{word}",
            name=translate(
                f"name.{kind}_{word}", word.removesuffix("_action").replace("_", " ").title()
            ),
            kind=kind,
            text=translate(f"component.{kind}_{word}", text),
        )
        for word, text in texts.items()
    ]
