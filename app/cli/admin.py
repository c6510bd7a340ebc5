"""Admin commands, `admin …`: reports, repairs and accounts, from the operator's command line."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer
from rich.console import Console

from app.infra.read_settings import read_settings
from app.infra.settings import WrongSetting

MatchId = Annotated[str, typer.Argument(help="The id of the match.")]
Role = Literal["moderator", "operator"]
NOUNS: dict[Role, str] = {"moderator": "a moderator", "operator": "an operator"}
Who = Annotated[str, typer.Argument(help="The name of a person or bot, or any account's id.")]

admin = typer.Typer(
    no_args_is_help=True,
    help="Reports, repairs and accounts, while servers run.",
)
console = Console(highlight=False, soft_wrap=True)


def _do(operation: str, *arguments: Any) -> Any:
    """Perform an operation; prints one sentence and exits if it fails."""
    from app.cli.context import OperationFailed, operate

    try:
        return operate(read_settings(), operation, *arguments)
    except (WrongSetting, OperationFailed) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None


@admin.command()
def reports() -> None:
    """Show the reports awaiting a verdict."""
    rows = _do("reports")
    if not rows:
        console.print("No open reports.")
        return
    for row in rows:
        about, by = (f"{row[who]['name']} ({row[who]['id']})" for who in ("about", "by"))
        place = f", in {row['match']}" if "match" in row else ""
        line = f"{row['id']}  {row['at']}  about {about}, by {by}{place}\n    {row['reason']}"
        if "line" in row:
            line += f"\n    quotes: {row['line']}"
        console.print(line, markup=False)


@admin.command()
def report(
    id: Annotated[str, typer.Argument(help="The id of the report.")],
    verdict: Annotated[str, typer.Option(help="What was decided.")],
) -> None:
    """Record a verdict: the report leaves the queue."""
    _do("report", id, verdict)
    console.print("The report is closed.")


@admin.command()
def trades() -> None:
    """Show pairs that seem to trade ratings, with the evidence."""
    suspects = _do("trades")
    if not suspects:
        console.print("No pair stands out.")
    for trade in suspects:
        console.print(
            f"{trade.gainer} and {trade.other}: {trade.matches} rated matches in 30 days, "
            f"{', '.join(trade.reasons)}\n"
            f"    {trade.won} won by the first, winner changed {trade.turns} times, "
            f"{trade.quick} given up within 20 entries; {trade.gain} of {trade.all_gains} points "
            f"gained come from the other ({trade.gain_share:.0%})",
            markup=False,
        )


@admin.command()
def inspect(match: MatchId) -> None:
    """Show everything about a match, including hidden information."""
    details = _do("inspect", match)
    notation = details.pop("notation")
    console.print_json(data=details, default=str)
    if notation:
        console.print(notation, markup=False)


@admin.command()
def rollback(
    match: MatchId,
    ply: Annotated[int, typer.Argument(help="The entry to return to.")],
) -> None:
    """Undo every answer after an entry."""
    now = _do("rollback", match, ply)
    console.print(f"The match is back to its state after entry {ply}; the rollback is entry {now}.")


@admin.command()
def park(match: MatchId) -> None:
    """Pause a match until it is resumed; its players can't."""
    _do("park", match)
    console.print("The match is paused.")


@admin.command()
def resume(match: MatchId) -> None:
    """Resume a match that was paused by the staff, or because its rules failed."""
    _do("resume", match)
    console.print("The match is resumed.")


@admin.command()
def adjudicate(
    match: MatchId,
    places: Annotated[
        list[int], typer.Argument(help="The place of each seat, 1 for the best.", min=1)
    ],
    unrated: Annotated[bool, typer.Option(help="Whether it counts for no rating.")] = False,
) -> None:
    """End a match with a result; ratings change as after any other end."""
    _do("adjudicate", match, places, not unrated)
    console.print("The match is over.")


@admin.command()
def close(match: MatchId) -> None:
    """End a match without a result."""
    _do("close", match)
    console.print("The match is closed.")


@admin.command()
def mute(
    name: Who, days: Annotated[int, typer.Option(help="For how long; 0 ends it.", min=0)]
) -> None:
    """Mute an account: it may not chat."""
    who = _do("mute", name, days)
    console.print(f"{who} may not write for {days} days." if days else f"{who} may write again.")


@admin.command("appoint")
def appoint(
    name: Who,
    role: Annotated[Role, typer.Option(help="Operators look after the server too.")] = "moderator",
    end: Annotated[bool, typer.Option("--end", help="Revoke the role instead.")] = False,
) -> None:
    """Give a person a role: in the page they see to reports, people and matches."""
    who = _do("appoint", name, None if end else role)
    console.print(
        f"{who} has no role any more." if end else f"{who} is {NOUNS[role]}.", markup=False
    )


@admin.command()
def rename(name: Who) -> None:
    """Give an account a neutral name instead of one that may not stay."""
    console.print(f"The account is {_do('rename', name)} now.", markup=False)


@admin.command()
def reset(name: Who) -> None:
    """Print a password reset link: single use, expires after one hour."""
    console.print(_do("reset", name), markup=False)


@admin.command("test-mail")
def test_mail(
    address: Annotated[str, typer.Argument(help="Where to send it.")],
) -> None:
    """Send a test mail at once."""
    _do("test-mail", address)
    console.print("The mail server has taken it.")


@admin.command("close-account")
def close_account(name: Who) -> None:
    """Close an account and its bots; ends all its sessions and connections."""
    console.print(f"{_do('close-account', name)} is closed.", markup=False)


@admin.command("delete-account")
def delete_account(
    name: Who,
    at_once: Annotated[bool, typer.Option("--at-once", help="Without the days of grace.")] = False,
) -> None:
    """Delete an account and its bots after seven days, in which their owner may keep them."""
    who, date = _do("delete-account", name, at_once)
    console.print(f"{who} is closed, and will be deleted after {date}.", markup=False)


@admin.command()
def reopen(name: Who) -> None:
    """Reopen a closed account."""
    console.print(f"{_do('reopen', name)} is open.", markup=False)


@admin.command("sign-out")
def sign_out(name: Who) -> None:
    """End every session and token of an account."""
    console.print(f"{_do('sign-out', name)} is signed out.", markup=False)


@admin.command()
def audit() -> None:
    """Show the newest acts of the staff and the command line, newest first."""
    for line in _do("audit"):
        parts = "account", "match", "details", "reason"
        about = " ".join(line[part] for part in parts if line[part])
        console.print(f"{line['at']}  {line['by']}: {line['act']} {about}", markup=False)


@admin.command()
def invite(
    uses: Annotated[int, typer.Option(help="How many people it admits.", min=1)] = 1,
    days: Annotated[int, typer.Option(help="For how long it is valid.", min=1)] = 14,
    note: Annotated[
        str, typer.Option(help="A reminder for operators, such as the recipient.")
    ] = "",
    role: Annotated[
        Role | None,
        typer.Option(help="Those who use it get this role, if registration is closed too."),
    ] = None,
) -> None:
    """Print the link of a new invitation to register."""
    made = _do("invite", uses, days, note, role)
    console.print(f"{made['link']}\n({made['id']})", markup=False)


@admin.command()
def invitations() -> None:
    """Show the valid invitations."""
    for code in _do("invitations"):
        role = f" as {code['role']}" if code["role"] else ""
        line = f"{code['id']}  {code['uses_left']} uses{role} until {code['expires_at']}"
        line += f"  {code['note']}"
        console.print(line, markup=False)


@admin.command("revoke-invitation")
def revoke_invitation(
    id: Annotated[str, typer.Argument(help="The id of the invitation.")],
) -> None:
    """Revoke an invitation."""
    _do("revoke-invitation", id)
    console.print("The invitation is revoked.")


@admin.command()
def announce(
    text: Annotated[str, typer.Argument(help="In English; without a text it ends.")] = "",
    lang: Annotated[list[str], typer.Option(help="In another language: de=Heute Abend …")] = [],  # noqa: B006
    hours: Annotated[int, typer.Option(help="For how long it is shown.", min=1)] = 24,
) -> None:
    """Show a text above every page."""
    others = dict(part.partition("=")[::2] for part in lang)
    until = _do("announce", {"en": text, **others} if text else {}, hours)
    console.print(f"Shown until {until}." if until else "Nothing is announced.")


@admin.command()
def maintenance(
    end: Annotated[bool, typer.Option("--end", help="Let matches begin again.")] = False,
) -> None:
    """Let no match begin; running ones go on."""
    _do("maintenance", not end)
    console.print("Matches begin again." if end else "No match begins; running ones go on.")
