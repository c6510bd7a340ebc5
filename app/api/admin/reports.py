"""Routes of reports, `/admin/reports`."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.admin.roles import Moderator, Words
from app.api.dependencies import AdminDep
from app.api.parameters import ReportId
from app.http.request_bodies import JsonRoute
from app.wire.admin import ReportDetails, StaffReports
from app.wire.bodies import Body
from app.wire.operations import changes, reads

router = APIRouter(route_class=JsonRoute)


class Verdict(Body):
    verdict: Words
    """What was decided, for the record."""


@router.get("/admin/reports", operation_id="listReports", summary="List open reports")
@reads()
async def reports(staff: Moderator, admin: AdminDep) -> StaffReports:
    """The reports that await a verdict, oldest first. Those by the caller, about the caller, or of
    a match in which the caller or a friend has a seat are left out.
    """
    return await admin.reports.queue(staff)


@router.get("/admin/reports/{report}", operation_id="getReport", summary="A report in context")
@reads("not-found")
async def report(report: ReportId, staff: Moderator, admin: AdminDep) -> ReportDetails:
    """A report, the lines around the quoted chat line that its author may read, other reports
    about the account, and how it stands.
    """
    return await admin.reports.details(report, staff)


@router.post(
    "/admin/reports/{report}",
    status_code=204,
    operation_id="closeReport",
    summary="Close a report",
)
@changes("not-found")
async def handle(report: ReportId, body: Verdict, staff: Moderator, admin: AdminDep) -> None:
    """Record a verdict: the report leaves the queue."""
    async with admin.acts.on_report(staff, report, body.verdict):
        await admin.reports.give_verdict(report, body.verdict)
