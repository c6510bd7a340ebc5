"""Export routes, `/me/exports`: download everything that the server stores about oneself."""

from __future__ import annotations

from datetime import timedelta

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from app.accounts.credentials import new_token
from app.accounts.models import Token
from app.accounts.schemas import Reauthentication, iso_time
from app.api.dependencies import (
    DatabaseDep,
    ExportsDep,
    LeavingCaller,
    LimitsDep,
    MailsDep,
    PasswordsDep,
    SettingsDep,
)
from app.api.parameters import ExportId
from app.api.reauthentication import reauthenticate
from app.http.request_bodies import JsonRoute
from app.infra.problems import not_found
from app.infra.wall_clock import now
from app.wire.operations import changes, reads
from app.wire.people import DataExport

router = APIRouter(route_class=JsonRoute, tags=["accounts"])

KIND = "export"
LIFETIME = timedelta(hours=24)
ZIP = "application/zip"


@router.post("/me/exports", operation_id="exportData", summary="Export the caller's data")
@changes()
async def export_data(
    body: Reauthentication,
    caller: LeavingCaller,
    request: Request,
    database: DatabaseDep,
    limits: LimitsDep,
    passwords: PasswordsDep,
    settings: SettingsDep,
    mails: MailsDep,
) -> DataExport:
    """Permit the download of an archive of everything that the server stores about the account and
    its bots, with any of the account's sessions and for 24 hours.
    """
    account = await reauthenticate(request, caller, body.password, database, limits, passwords)
    end = now() + LIFETIME
    permit, _ = new_token(settings, account, KIND, "", [], end)
    async with database.writing() as session:
        session.add(permit)
        await mails.notify(session, "export", account)
    return DataExport(id=permit.id, expires_at=iso_time(end))


@router.get("/me/exports/{export}", operation_id="downloadExport", summary="Download an export")
@reads("not-found", reply=None, media=ZIP)
async def download_export(
    export: ExportId,
    caller: LeavingCaller,
    database: DatabaseDep,
    exports: ExportsDep,
) -> Response:
    """The archive, a ZIP file, as of now. Of a match it holds what the account's seat may see."""
    async with database.reading() as session:
        permit = await session.get(Token, export)
    if permit is None or (permit.account, permit.kind) != (caller.account, KIND):
        raise not_found("export")
    if permit.expires_at is None or permit.expires_at < now():
        raise not_found("export")
    headers = {"content-disposition": 'attachment; filename="conclave.zip"'}
    return StreamingResponse(exports.archive(caller.account), media_type=ZIP, headers=headers)
