"""Operations: everything that `conclave admin` does, by name. Each leaves a line in the audit log,
except those that only list.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec import Struct

from app.accounts.password_resets import make_link
from app.admin.audit import new_line
from app.container import Container


class Operation(Struct, frozen=True):
    """An operation; `act` takes the container and the arguments, of which the first is the name or
    id of an account, or a match, if the audit log is to say so.
    """

    act: Callable[..., Awaitable[Any]]
    on_account: bool = False
    on_match: bool = False
    audited: bool = True


async def _reset_link(parts: Container, name: str) -> str:
    return await make_link(parts.database, parts.settings, parts.settings.address, name)


OPERATIONS: dict[str, Operation] = {
    "reports": Operation(lambda parts: parts.admin.reports.open_ones(), audited=False),
    "trades": Operation(lambda parts: parts.admin.rating_trades.suspects(), audited=False),
    "audit": Operation(lambda parts: parts.admin.audit.recent(), audited=False),
    "invitations": Operation(
        lambda parts: parts.personal_data.registrations.codes(), audited=False
    ),
    "invite": Operation(lambda parts, *given: parts.personal_data.registrations.invite(*given)),
    "revoke-invitation": Operation(lambda parts, id: parts.personal_data.registrations.revoke(id)),
    "announce": Operation(lambda parts, *notice: parts.instance.notices.announce(*notice)),
    "maintenance": Operation(lambda parts, on: parts.instance.notices.maintain(on)),
    "report": Operation(lambda parts, *report: parts.admin.reports.give_verdict(*report)),
    "inspect": Operation(lambda parts, match: parts.admin.inspect(match), on_match=True),
    "rollback": Operation(lambda parts, *to: parts.admin.rollback.roll_back(*to), on_match=True),
    "park": Operation(lambda parts, match: parts.parking.park_for_staff(match), on_match=True),
    "resume": Operation(lambda parts, match: parts.parking.resume(match), on_match=True),
    "close": Operation(lambda parts, match: parts.admin.matches.abort(match), on_match=True),
    "adjudicate": Operation(
        lambda parts, *result: parts.admin.matches.adjudicate(*result), on_match=True
    ),
    "mute": Operation(lambda parts, *mute: parts.admin.mute(*mute), on_account=True),
    "appoint": Operation(lambda parts, *role: parts.admin.appoint(*role), on_account=True),
    "rename": Operation(lambda parts, name: parts.admin.renames.rename(name), on_account=True),
    "reset": Operation(_reset_link, on_account=True),
    "test-mail": Operation(lambda parts, address: parts.mails.send_test(address)),
    "sign-out": Operation(lambda parts, name: parts.admin.sign_out(name), on_account=True),
    "reopen": Operation(lambda parts, name: parts.admin.reopen_account(name), on_account=True),
    "close-account": Operation(
        lambda parts, name: parts.admin.close_account(name), on_account=True
    ),
    "delete-account": Operation(
        lambda parts, *which: parts.admin.delete_account(*which), on_account=True
    ),
}


async def perform(parts: Container, user: str, name: str, arguments: list[Any]) -> Any:
    """Perform an operation for a user of the machine; returns its result as JSON has it.

    Raises Problem.
    """
    operation = OPERATIONS[name]
    subject, details = arguments[:1], arguments
    if operation.on_account:
        subject, details = [await parts.admin.account_id(arguments[0])], arguments[1:]
    elif operation.on_match:
        details = arguments[1:]
    result = await operation.act(parts, *subject, *arguments[1:])
    if operation.audited:
        line = new_line(
            name,
            user=user,
            account=subject[0] if operation.on_account else None,
            match=subject[0] if operation.on_match else None,
            details=", ".join(map(str, details)),
        )
        await parts.admin.audit.record(line)
    return msgspec.to_builtins(result)
