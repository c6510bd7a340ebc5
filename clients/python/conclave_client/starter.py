"""Starter: the account, the config and the first program of a new bot."""

from __future__ import annotations

import keyword
import os
import re
import sys
from pathlib import Path

from conclave_client import calls
from conclave_client.client import Client
from conclave_client.exchange import check_address

PROGRAM = '''"""A bot that answers at random. Make it better than that."""

from conclave_client import Answer, Bot, Decision, View, random_answer


class {name}(Bot):
    def choose(self, decision: Decision, view: View) -> Answer:
        return random_answer(decision, self.rng)
'''
CONFIG = """server = "{server}"
token = "{token}" # keep it secret, or in CONCLAVE_TOKEN
bot = "{module}:{name}"
matches = 4 # at once

[accept]
# games = ["res_arcana", "battle_for_empyrean", "ascended_kings"]
# players = [2, 3]

# [matchmaking] # finds opponents: in pools that admit bots, and at open tables
# games = ["res_arcana"]
# open_tables = true
"""
BUILT_IN = ("None", "True", "False")
ATTEMPTS = 2
"""A person waits for the reply."""


def create(server: str, name: str, folder: Path) -> None:
    """Create a guest, its bot, a config and a first program. Raises ConclaveError, OSError."""
    check_address(server)
    module, class_name = python_names(name)
    config, program = folder / f"{module}.toml", folder / f"{module}.py"
    for file in (config, program):
        if file.exists():
            raise FileExistsError(f"{file} is there already")
    folder.mkdir(parents=True, exist_ok=True)
    values = {"server": server, "module": module, "name": class_name}
    # The file comes first: the server shows the token once, and it must not be lost.
    descriptor = os.open(config, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as text:
        try:
            token = _sign_up(server, name)
        except BaseException:
            config.unlink()
            raise
        text.write(CONFIG.format(**values, token=token))
    program.write_text(PROGRAM.format(**values), encoding="utf-8")
    print(
        f"{config} and {program} are there.\n"
        f"conclave-bot try {config}   plays ten matches of Res Arcana against a built-in bot\n"
        f"conclave-bot run {config}   accepts invitations of {name} at {server}"
    )


def python_names(name: str) -> tuple[str, str]:
    """The names of a bot's module and class: `vex2` and `Vex2` for `Vex 2`, `bot_3po` and `Bot3Po`
    for `3PO`. A number after a hyphen makes a name unique and is left out: `vex` for `Vex-4711`.
    """
    stem = re.sub(r"-\d+$", "", name.lower())
    module = "".join(letter for letter in stem if f"a{letter}".isidentifier())
    title = module.title().replace("_", "")
    is_taken = module in sys.modules or module in sys.stdlib_module_names
    if is_taken or not title.isidentifier() or keyword.iskeyword(module) or title in BUILT_IN:
        module = f"bot_{module}".rstrip("_")
    return module, module.title().replace("_", "")


def _sign_up(server: str, name: str) -> str:
    """Create a guest and its bot; the token of the bot. Raises Problem, Unreachable."""
    with Client(server, attempts=ATTEMPTS) as anonymous:
        owner = anonymous.send(calls.create_guest(f"{name[:20]} owner"))
    with Client(server, owner.token, attempts=ATTEMPTS) as client:
        return client.send(calls.create_bot(name)).token
