"""Games: the types of views, prompts and option keys of the games that a server usually has.

    from conclave_client.games import res_arcana

    table = res_arcana.table(view)
    if decision.prompt.key == res_arcana.Prompt.ACTION and not table["places"]:
        return res_arcana.Key.pass_()

They are those of this version of the games; `view.rules` says which version a match has.
"""

from __future__ import annotations


def option_key(word: str, *parts: object) -> str:
    """The option key of these parts; None stands for the absent end of a key."""
    return ":".join([word, *(str(part) for part in parts if part is not None)])


def parts_of(key: str) -> tuple[str, list[str]]:
    """The word with which an option key begins, and its further parts."""
    word, *parts = key.split(":")
    return word, parts
