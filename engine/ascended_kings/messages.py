"""Messages: all text of Ascended Kings; the log's is in `log`."""

from __future__ import annotations

from engine.ascended_kings.box import RULERS
from engine.ascended_kings.card import CARDS
from engine.ascended_kings.log import EVENTS
from engine.core.messages import Messages, Text, text

PROMPTS: dict[str, Text | str] = {
    "king": "Choose your King; only their inscriptions differ",
    "start_gems": "Take 3 Core gems",
    "absorb": text(
        "n",
        "Absorb the Ascended Die? It leaves the game, and you lose {n:s|Dire gem|Dire gems}",
    ),
    "absorb_unhurt": "You may absorb the Ascended Die: it leaves the game. You have no Dire",
    "generate": "Generate Focus: choose what your Prismatic Transmutations give",
    "shield": text(
        "by",
        "Raise Ylem Shield against {by:player}'s cards this turn? It costs the 3 Ylem of your "
        "Transmutation and does not stop attacks",
    ),
    "state": "Choose a state: Latent or Active",
    "roll": text("n", "Roll {n:s|Focus Die|Focus Dice}"),
    "allocate": text("dice n", "Make the dice into gems"),
    "latent": "Transmute, inscribe, or end your turn",
    "action": "Choose an action",
    "discard": "Discard down to 5 cards",
    "instant": "You may use an Instant Power",
    "defend": text(
        "by n source", "{by:player} attacks you with {n} Pyre: use Instant Powers, or defend"
    ),
    "incoming": text(
        "n by source",
        "{n:s|Dire Wound is|Dire Wounds are} on the way from {source:name}: "
        "use Instant Powers, or pass",
    ),
    "respond": text(
        "by source n", "{by:player} casts {source:name} at you: use Instant Powers, or pass"
    ),
    "remove_dire": "Cancel wounds or remove Dire?",
    "give_up": "Your pool is full: choose the gems that go",
    "pyre": text("target", "With how much Pyre do you attack {target:player}?"),
    "target": text("card", "Choose the target of {card:name}"),
    "push": text("target", "How far do you push {target:player}?"),
    "pull": text("target", "How far do you pull {target:player}?"),
    "beside": text("target", "Where do you put {target:player}?"),
    "step": text("n", "Walk on: {n:s|step|steps} left"),
    "teleport": "Where do you reappear?",
    "give_dire": "Who, or which tile, is given the Dire gem?",
    "lay_dire": "Choose the tiles that are given Dire",
    "shed_dire": "How much Dire do you return?",
    "take_egis": "How much Egis do you take?",
    "convert": "Which gems do you convert into Pyre?",
    "strip": text("target", "Which gems does {target:player} lose?"),
    "steal_core": text("target", "Which gem do you take from {target:player}?"),
    "break": text("target", "Which Transmutation of {target:player} do you break?"),
    "keep": text("n", "Keep {n:s|card|cards}; the others are discarded"),
    "deploy": "Place your Revenant",
    "return_core": "Take 3 Core gems",
}

OPTIONS: dict[str, Text | str] = {
    "king": text("does", "{it:name}: {does:said}"),
    "latent": "Latent: draw, roll, transmute, inscribe",
    "active": "Active: Roll for Ylem, then act",
    "roll": "Roll",
    "take": text("gems groups", "{gems:mix}"),
    "transmute": "Complete the {it:name} Transmutation",
    "untransmute": "Take back the {it:name} Transmutation",
    "inscribe": "Inscribe {it:name}",
    "uninscribe": "Show and take back your inscription",
    "level_up": text("n ylem", "Level up to {n} ({ylem} Ylem)"),
    "draw": text("ylem", "Draw a card (1 Ylem)"),
    "move": text("tile aria egis wounds", "Move to {tile:02}"),
    "move_escape": text("tile egis aria wounds", "Escape to {tile:02} ({egis} Egis)"),
    "attack": text("seat", "Attack {seat:player}"),
    "cast": text("ylem", "Cast {it:name} ({ylem} Ylem)"),
    "activate": "Activate your inscription",
    "bridge": text("tile aria ylem", "Ylem Bridge to {tile:02} (1 Ylem, 1 Aria)"),
    "heal": "Heal Wound (1 Ylem, 1 Egis)",
    "pyrokinesis": "Pyrokinesis: push the {it:name} wall back (1 Ylem, 1 Pyre)",
    "prism": text("seat", "Ylem Prism: 1 Ylem for {seat:player}"),
    "done": "End the turn",
    "discard": "Discard {it:name}",
    "instant": "Instant: {it:name}",
    "instant_idle": "Instant: {it:name}, for no effect",
    "pass": "Pass",
    "cancel": text("c r", "Cancel {c:s|wound|wounds}"),
    "remove": text("r c", "Remove {r} Dire"),
    "cancel_and_remove": text("c r", "Cancel {c:s|wound|wounds}, remove {r} Dire"),
    "target": text("seat", "{seat:player}"),
    "tile": text("tile", "Tile {tile:02}"),
    "stop": "Stop here",
    "gem": "{it:name}",
    "socket": "{it:name}",
    "keep": "{it:name}",
}

WHY: dict[str, Text | str] = {
    "level": text("n", "The next level costs {n} Ylem"),
    "draw": text("n", "Drawing a card costs {n} Ylem"),
    "price": text("card n", "{card:name} costs {n} Ylem"),
    "no_cards": "No cards are left to draw",
    "aria": "A step costs 1 Aria",
    "escape": text("n tile", "Escaping to tile {tile:02} costs {n} Egis"),
    "omega": "The Omega Stone is for those with a Bloodstone",
    "pyre": "An attack costs Pyre",
    "no_effect": text("card", "{card:name} would have no effect now"),
    "inscription_idle": "Your inscription would have no effect now",
    "activated": "Your inscription has been used this turn",
}

SCORES: dict[str, Text | str] = {
    "omega": text("n", "Omega Stone"),
    "bloodstones": text("n", "Bloodstones"),
    "never_killed": text("n", "Never killed"),
    "transmutations": text("n", "Transmutations"),
    "ylem": text("n", "Ylem"),
    "tie_break": "Tie-break: level and hand",
}

THREATS: dict[str, Text | str] = {
    "last_round": "This is the last round",
    "omega_next": "The Omega War begins after this round",
    "omega_stone": text(
        "seat n",
        "{seat:player} can reach the Omega Stone in {n:s|step|steps}",
        you="You can reach the Omega Stone in {n:s|step|steps}",
    ),
    "kill": text(
        "seat by n",
        "{by:player} can kill {seat:player} with {n} Pyre, unless a card prevents it",
        you="{by:player} can kill you with {n} Pyre, unless a card prevents it",
    ),
    "burning": text(
        "seat",
        "{seat:player} stands in the fire, which wounds at the end of the round",
        you="You stand in the fire, which wounds at the end of the round",
    ),
    "wall": text(
        "seat edge",
        "{seat:player} dies there if the {edge:name} wall advances",
        you="You die there if the {edge:name} wall advances",
    ),
    "wound": text("seat", "One more wound kills {seat:player}", you="One more wound kills you"),
    "stones": text(
        "seat n all",
        "{seat:player} holds {n} of {all} Bloodstones",
        you="You hold {n} of {all} Bloodstones",
    ),
}

PHASES: dict[str, Text | str] = {
    "kings": "Choosing Kings",
    "deal": "Dealing",
    "gems": "First gems",
    "turn": "Generate Focus",
    "state": "Choosing a state",
    "roll": "Latent State: rolling",
    "allocate": "Latent State: dice",
    "latent": "Latent State: transmuting",
    "action": "Active State",
    "discard": "Discarding",
    "returns": "Returning",
    "dial": "End of round",
    "fire": "Fire Wall Progression",
    "burn": "Fire Wall Progression",
    "event": "Immolation Event",
    "over": "The end",
}

NAMES = {
    "top": "top",
    "right": "right",
    "bottom": "bottom",
    "left": "left",
    "aria": "Aria",
    "egis": "Egis",
    "pyre": "Pyre",
    "dire": "Dire",
    "ylem": "Ylem",
    "prism_1": "Prismatic",
    "prism_2": "Prismatic",
    "prism_3": "Prismatic",
    "inscription": "inscribed Prismatic",
    "latent": "Latent",
    "active": "Active",
    "ascendant": "Ascendant Deck",
    "revenant": "Revenant Deck",
    "attack": "the attack",
    "card": "a card",
    "explosion": "exploding Pyre",
    "fire": "the fire",
    "tile": "Dire on the tile",
    "flame": "flames",
    "pyre_pyre": "2 Pyre",
    "ylem_dire": "1 Ylem and 1 Dire",
}


def _keyed() -> dict[str, Text | str]:
    tables = {
        "prompt": PROMPTS,
        "option": OPTIONS,
        "event": EVENTS,
        "why": WHY,
        "score": SCORES,
        "threat": THREATS,
        "phase": PHASES,
    }
    return {f"{kind}.{key}": text for kind, table in tables.items() for key, text in table.items()}


def _components() -> dict[str, str]:
    cards = {
        card.id: f"{card.name} {card.level}" if card.level else card.name for card in CARDS.values()
    }
    return {**cards, **{ruler.id: ruler.king_name for ruler in RULERS.values()}}


MESSAGES = Messages(_keyed(), NAMES, _components())
