"""Wire types of administration: reports, people and matches as the staff sees them, the server."""

from __future__ import annotations

from typing import Literal

from app.wire import UNSET, Shape, UnsetType
from app.wire.chat import ChatLine
from app.wire.ids import Time
from app.wire.literals import MatchStatus, PauseReason, StaffRole
from app.wire.matches import Match
from app.wire.people import Account, AccountName, QueuedReport


class StaffAccount(Shape):
    """An account as the staff sees it."""

    account: Account
    """The account, as others see it."""
    created_at: Time
    """When the account was opened."""
    role: StaffRole | UnsetType = UNSET
    """Its role among the staff."""
    owner: Account | UnsetType = UNSET
    """Whose bot it is."""
    muted_until: Time | UnsetType = UNSET
    """Until when it may not write."""
    closed_at: Time | UnsetType = UNSET
    """When it was closed."""
    deletes_at: Time | UnsetType = UNSET
    """When it will be deleted."""
    email: str | UnsetType = UNSET
    """Its address; for operators alone."""


class StaffAccounts(Shape):
    items: list[StaffAccount]
    """Accounts with this id, or whose names begin so, by name."""


class Note(Shape):
    """What a member of the staff has noted about an account; the staff alone reads it."""

    by: Account
    """Who has noted it."""
    at: Time
    """When it was noted."""
    text: str
    """What was noted."""


class AccountWarning(Shape):
    """A warning that the account has not acknowledged."""

    id: str
    """Opaque."""
    at: Time
    """When the account was warned."""
    text: str
    """What the staff has to say."""


class AccountWarnings(Shape):
    items: list[AccountWarning]
    """The caller's warnings, oldest first."""


class StaffWarning(Shape):
    """A warning, as the staff sees it."""

    by: Account
    """Who has warned the account."""
    at: Time
    """When the account was warned."""
    text: str
    """What the account reads."""
    acknowledged_at: Time | UnsetType = UNSET
    """When the account has acknowledged it."""


class PastReport(QueuedReport, kw_only=True):
    """A report with its verdict, if there is one."""

    handled_at: Time | UnsetType = UNSET
    """When the verdict was given."""
    verdict: str | UnsetType = UNSET
    """What was decided."""


class ReportDetails(Shape):
    """A report, and what a verdict on it needs."""

    report: PastReport
    """The report itself."""
    about: StaffAccount
    """The account that is reported."""
    context: list[ChatLine]
    """The lines around the quoted chat line that the reporting account may read, oldest first."""
    others: list[PastReport]
    """Other reports about the account, newest first."""


class StaffReports(Shape):
    items: list[QueuedReport]
    """Reports awaiting a verdict, oldest first."""
    withheld: int
    """How many more there are, which concern the caller: others handle them."""


class Act(Shape):
    """A line of the audit log."""

    at: Time
    """When it was done."""
    act: str
    """What was done, as a word for programs."""
    by: AccountName | UnsetType = UNSET
    """Which member of the staff has done it."""
    user: str | UnsetType = UNSET
    """Which user of the server's machine has done it."""
    account: AccountName | UnsetType = UNSET
    """The account that it concerns."""
    match: str | UnsetType = UNSET
    """The match that it concerns."""
    details: str | UnsetType = UNSET
    """What exactly was done."""
    reason: str | UnsetType = UNSET
    """Why."""


class Acts(Shape):
    """A page of the audit log."""

    items: list[Act]
    """Acts, newest first."""
    next: str | UnsetType = UNSET
    """Pass it as `cursor` for the next page; absent on the last one."""


class PersonFile(Shape):
    """Everything that the staff knows about an account."""

    about: StaffAccount
    """The account."""
    bots: list[Account]
    """The accounts of programs that belong to it."""
    reports: list[PastReport]
    """Reports about it, newest first."""
    notes: list[Note]
    """Notes about it, newest first."""
    warnings: list[StaffWarning]
    """Warnings to it, newest first."""
    acts: list[Act]
    """What the staff has done to it, newest first."""


class StaffMatch(Shape):
    """A match as the staff sees it: what any spectator may see, and how it really stands."""

    match: Match
    """The match as a spectator sees it, late if it has delayed spectators."""
    status: MatchStatus
    """Its status now."""
    ply: int
    """The number of its entries now."""
    moved_at: Time
    """When anything last happened in it."""
    paused_for: PauseReason | UnsetType = UNSET
    """Why it is paused now."""


class StaffMatches(Shape):
    items: list[StaffMatch]
    """The matches that have changed last; those that concern the caller are left out."""


class Invitation(Shape):
    """An invitation to register, without its code."""

    id: str
    """Opaque."""
    note: str
    """A reminder for operators, such as the recipient."""
    uses_left: int
    """How many people it still admits."""
    expires_at: Time
    """Until when it is valid."""
    role: StaffRole | UnsetType = UNSET
    """The role of those who use it."""


class Invitations(Shape):
    items: list[Invitation]
    """The valid invitations; those that expire first come first."""


class MadeInvitation(Shape):
    """A new invitation with its link, shown only this once."""

    id: str
    """Opaque."""
    link: str
    """The link, to pass on."""


class SettingLine(Shape):
    """A setting of the server. Secrets and passwords are not shown."""

    name: str
    """The name of its environment variable."""
    source: Literal["default", "set"]
    """Whether the host has set it."""
    value: str | UnsetType = UNSET
    """Its value; absent for secrets."""
    secret: bool | UnsetType = UNSET
    """Whether it is a secret, of which only `source` is shown."""


class SettingLines(Shape):
    items: list[SettingLine]
    """Every setting, in the order of the documentation."""


class ServerHealth(Shape):
    """How the server is, and what waits to be done."""

    version: str
    """The server's version."""
    database: Literal["sqlite", "postgresql"]
    """Which database it uses."""
    redis: Literal["none", "up", "away"]
    """Whether Redis is used, and can be reached."""
    processes: int
    """How many processes this server has been started with."""
    deliveries: int
    """Webhook and push messages that wait to be sent."""
    due_matches: int
    """Matches in which something is due to happen by now."""
    analyses: int
    """Analyses that wait or run."""
    open_tables: int
    """Tables that have not begun."""
    running_matches: int
    """Matches that have begun, paused ones included."""
    database_trouble: str | UnsetType = UNSET
    """Why the database accepts no changes, if it doesn't."""
