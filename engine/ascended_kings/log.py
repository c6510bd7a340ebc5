"""Log: the text of each event, for all and for the player it concerns."""

from __future__ import annotations

from engine.core.messages import Text, text

EVENTS: dict[str, Text | str] = {
    "crowned": text("seat king tile", "{seat:player} is {king:name}", you="You are {king:name}"),
    "reshuffled": text(
        "revenant deck?", "The discard pile[ of the {deck:name}] is shuffled into a new deck"
    ),
    "drew": text("seat cards", "{seat:player} draws {cards:name}", you="You draw {cards:name}"),
    "drew_some": text(
        "seat n", "{seat:player} draws {n:s|card|cards}", you="You draw {n:s|card|cards}"
    ),
    "acquired": text(
        "seat gems", "{seat:player} acquires {gems:mix}", you="You acquire {gems:mix}"
    ),
    "collects": text(
        "seat gems tile",
        "{seat:player} finds {gems:mix} on tile {tile:02}",
        you="You find {gems:mix} on tile {tile:02}",
    ),
    "no_room": text(
        "seat gems",
        "{seat:player} has no room for {gems:mix}",
        you="You have no room for {gems:mix}",
    ),
    "lacking": text("gems", "The supply is short of {gems:mix}"),
    "gave_up": text("seat gems", "{seat:player} gives up {gems:mix}", you="You give up {gems:mix}"),
    "turn": text("seat", "{seat:player}'s turn", you="Your turn"),
    "absorbed": text(
        "seat n?",
        "{seat:player} absorbs the Ascended Die[ and is rid of {n} Dire]",
        you="You absorb the Ascended Die[ and are rid of {n} Dire]",
    ),
    "shielded": text(
        "seat",
        "{seat:player} empties the Ylem Transmutation and raises Ylem Shield",
        you="You empty your Ylem Transmutation and raise Ylem Shield",
    ),
    "state": text(
        "seat state",
        "{seat:player} enters the {state:name} State",
        you="You enter the {state:name} State",
    ),
    "rolled_tile": text(
        "tile nearest?",
        "The percentile dice show {tile:02}[; the nearest tile outside the fire is {nearest:02}]",
    ),
    "rolled": text("seat shown dice", "{seat:player} rolls {shown}", you="You roll {shown}"),
    "mirrored": text(
        "seat",
        "All dice agree: the Mirror Bonus for {seat:player}",
        you="All dice agree: the Mirror Bonus for you",
    ),
    "allocated": text(
        "seat gems",
        "{seat:player} makes the dice into {gems:mix}",
        you="You make the dice into {gems:mix}",
    ),
    "transmuted": text(
        "seat what",
        "{seat:player} completes the {what:name} Transmutation",
        you="You complete the {what:name} Transmutation",
    ),
    "untransmuted": text(
        "seat what",
        "{seat:player} takes the {what:name} Transmutation back",
        you="You take the {what:name} Transmutation back",
    ),
    "inscribed": text(
        "seat card", "{seat:player} inscribes {card:name}", you="You inscribe {card:name}"
    ),
    "inscribed_one": text(
        "seat", "{seat:player} inscribes a card face down", you="You inscribe a card face down"
    ),
    "inscribed_prism": text(
        "seat card",
        "{seat:player} inscribes {card:name} with 1 Aria, 1 Egis and 1 Pyre",
        you="You inscribe {card:name} with 1 Aria, 1 Egis and 1 Pyre",
    ),
    "uninscribed": text(
        "seat card",
        "{seat:player} takes back the inscribed {card:name}",
        you="You take back the inscribed {card:name}",
    ),
    "levelled": text(
        "seat level", "{seat:player} reaches level {level}", you="You reach level {level}"
    ),
    "escaped": text(
        "seat n", "{seat:player} pays {n} Egis to escape", you="You pay {n} Egis to escape"
    ),
    "moved": text(
        "seat start tile how",
        "{seat:player} moves from {start:02} to {tile:02}",
        you="You move from {start:02} to {tile:02}",
    ),
    "walked": text(
        "seat start tile how",
        "{seat:player} walks from {start:02} to {tile:02}",
        you="You walk from {start:02} to {tile:02}",
    ),
    "teleported": text(
        "seat start tile how",
        "{seat:player} vanishes from {start:02} and reappears on {tile:02}",
        you="You vanish from {start:02} and reappear on {tile:02}",
    ),
    "bridged": text(
        "seat start tile how",
        "{seat:player} goes by Ylem Bridge from {start:02} to {tile:02}",
        you="You go by Ylem Bridge from {start:02} to {tile:02}",
    ),
    "pushed": text(
        "seat by start tile how",
        "{by:player} pushes {seat:player} from {start:02} to {tile:02}",
        you="{by:player} pushes you from {start:02} to {tile:02}",
    ),
    "pulled": text(
        "seat by start tile how",
        "{by:player} pulls {seat:player} from {start:02} to {tile:02}",
        you="{by:player} pulls you from {start:02} to {tile:02}",
    ),
    "swapped": text(
        "seat target other tile",
        "{seat:player} and {target:player} change places",
        you="You and {target:player} change places",
    ),
    "attacked": text(
        "seat target n",
        "{seat:player} attacks {target:player} with {n} Pyre",
        you="You attack {target:player} with {n} Pyre",
    ),
    "defended": text("seat n", "{seat:player} blocks with {n} Egis", you="You block with {n} Egis"),
    "cast": text(
        "seat card targets",
        "{seat:player} casts {card:name}[ at {targets:player}]",
        you="You cast {card:name}[ at {targets:player}]",
    ),
    "activated": text(
        "seat card targets",
        "{seat:player} activates the inscribed {card:name}[ at {targets:player}]",
        you="You activate your inscribed {card:name}[ at {targets:player}]",
    ),
    "no_effect": text("card", "{card:name} has no effect"),
    "instant": text(
        "seat card",
        "{seat:player} uses {card:name} as an instant",
        you="You use {card:name} as an instant",
    ),
    "cancelled": text(
        "seat n", "{seat:player} cancels {n:s|wound|wounds}", you="You cancel {n:s|wound|wounds}"
    ),
    "healed": text("seat n", "{seat:player} is rid of {n} Dire", you="You are rid of {n} Dire"),
    "wounded": text(
        "seat n source",
        "{seat:player} suffers {n:s|Dire Wound|Dire Wounds} from {source:name}",
        you="You suffer {n:s|Dire Wound|Dire Wounds} from {source:name}",
    ),
    "died": text(
        "seat tile by?",
        "{seat:player} is killed[ by {by:player}] on tile {tile:02}",
        you="You are killed[ by {by:player}] on tile {tile:02}",
    ),
    "dropped_stones": text(
        "n tile start?",
        "{n:s|Bloodstone falls|Bloodstones fall} on tile {tile:02}"
        "[, the nearest to {start:02} outside the fire]",
    ),
    "dropped_die": text(
        "tile start?",
        "The Ascended Die falls on tile {tile:02}[, the nearest to {start:02} outside the fire]",
    ),
    "took_stones": text(
        "seat n",
        "{seat:player} takes {n:s|Bloodstone|Bloodstones}",
        you="You take {n:s|Bloodstone|Bloodstones}",
    ),
    "took_die": text(
        "seat", "{seat:player} takes the Ascended Die", you="You take the Ascended Die"
    ),
    "killed": text("seat", "{seat:player} earns the Kill Bonus", you="You earn the Kill Bonus"),
    "overkilled": text(
        "seat",
        "{seat:player} earns the Kill Bonus and the Overkill Bonus",
        you="You earn the Kill Bonus and the Overkill Bonus",
    ),
    "lost_cards": text(
        "seat cards", "{seat:player} loses {cards:name}", you="You lose {cards:name}"
    ),
    "put": text("tile gems", "Tile {tile:02} is given {gems:mix}"),
    "converted": text(
        "seat gems n",
        "{seat:player} converts {gems:mix} into {n} Pyre",
        you="You convert {gems:mix} into {n} Pyre",
    ),
    "lost": text("seat gems", "{seat:player} loses {gems:mix}", you="You lose {gems:mix}"),
    "stolen": text(
        "seat gems target",
        "{seat:player} takes {gems:mix} from {target:player}",
        you="You take {gems:mix} from {target:player}",
    ),
    "discarded": text(
        "cards seat", "{seat:player} discards {cards:name}", you="You discard {cards:name}"
    ),
    "took_card": text(
        "seat card target",
        "{seat:player} takes {card:name} from {target:player}",
        you="You take {card:name} from {target:player}",
    ),
    "took_one": text(
        "seat target",
        "{seat:player} takes a card from {target:player}",
        you="You take a card from {target:player}",
    ),
    "wasted_card": text(
        "target card seat",
        "{target:player} loses {card:name} to {seat:player}, who must discard it",
        you="{target:player} loses {card:name} to you, and you must discard it",
    ),
    "looked": text(
        "seat n", "{seat:player} looks at {n:s|card|cards}", you="You look at {n:s|card|cards}"
    ),
    "wall_slid": text(
        "seat edge index",
        "{seat:player} pushes the {edge:name} wall back",
        you="You push the {edge:name} wall back",
    ),
    "prism": text(
        "seat target?",
        "{seat:player} uses Ylem Prism[ for {target:player}]",
        you="You use Ylem Prism[ for {target:player}]",
    ),
    "broken": text(
        "what seat",
        "The {what:name} Transmutation of {seat:player} is broken",
        you="Your {what:name} Transmutation is broken",
    ),
    "returned": text("seat", "{seat:player} returns as a Revenant", you="You return as a Revenant"),
    "deployed": text(
        "seat tile", "{seat:player} appears on tile {tile:02}", you="You appear on tile {tile:02}"
    ),
    "round_ended": text("n shown?", "The round is over[; the Omega Index shows {shown}]"),
    "deadlock": text(
        "die edge", "The Immolation Die shows {die}: the {edge:name} wall is in deadlock"
    ),
    "wall_advanced": text(
        "die edge index", "The Immolation Die shows {die}: the {edge:name} wall advances"
    ),
    "immolated": text("seat", "The fire overcomes {seat:player}", you="The fire overcomes you"),
    "exploded": text("tile n", "{n:s|Pyre explodes|Pyre explode} on tile {tile:02}"),
    "die_burned": text("tile", "The Ascended Die burns on tile {tile:02}"),
    "event": text("icon", "Immolation Event: {icon:name}"),
    "last_king": text(
        "seat",
        "{seat:player} is the Last King Standing and takes the Ascended Die",
        you="You are the Last King Standing and take the Ascended Die",
    ),
    "omega_war": "The Omega War begins",
    "omega_stone": text("tile", "The Omega Stone appears on tile {tile:02}"),
    "claimed": text(
        "seat", "{seat:player} claims the Omega Stone", you="You claim the Omega Stone"
    ),
    "limit_near": text("n", "The match ends in {n:s|round|rounds}, and Koru decide"),
    "limit": "The round limit is reached: Koru decide",
}
