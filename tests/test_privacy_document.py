"""docs/privacy.md names every column of the database, and deletion treats accounts as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.accounts.models import Account
from app.personal_data.deletion import OWN_ROWS
from app.personal_data.records import records_of
from app.schema import metadata
from tests.app.in_process import ANN, in_process_server

DOCUMENT = Path(__file__).parents[1] / "docs/privacy.md"
CODE = re.compile(r"`(\w+)`")


def rows_of(heading):
    """The cells of the table under a heading."""
    section = DOCUMENT.read_text().split(f"# {heading}\n", 1)[1].split("\n#", 1)[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return {CODE.findall(row[0])[0]: [cell.strip() for cell in row[1:]] for row in rows}


PERSONAL, TECHNICAL = rows_of("Every column"), rows_of("Technical")


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_privacy_document_names_each_column_once(table):
    personal = CODE.findall(PERSONAL.get(table.name, [""])[0])
    technical = CODE.findall(TECHNICAL.get(table.name, [""])[0])
    assert sorted(personal + technical) == sorted(column.name for column in table.columns)


def test_privacy_document_names_no_other_tables():
    assert PERSONAL.keys() | TECHNICAL.keys() <= metadata.tables.keys()


def test_references_to_accounts_are_about_people():
    for table in metadata.sorted_tables:
        for column in table.columns:
            if any(key.column.table.name == "accounts" for key in column.foreign_keys):
                assert f"`{column.name}`" in PERSONAL[table.name][0], f"{table}.{column.name}"


def test_rows_said_to_go_by_account_are_deleted_with_it():
    deleted = {column.class_.__tablename__ for column in OWN_ROWS}
    by_receiver = {"deliveries", "push_messages", "push_ready_checks"}
    cascading = {"deletions"}
    said = {name for name, cells in PERSONAL.items() if cells[3].startswith("by account")}
    assert said == deleted | by_receiver | cascading


async def test_export_holds_the_files_that_the_document_names(tmp_path):
    async with in_process_server(tmp_path) as services, services.database.reading() as session:
        records = await records_of(session, await session.get_one(Account, ANN.account))
    named = {name for cells in PERSONAL.values() for name in CODE.findall(cells[4])}
    assert named - {"matches"} == records.keys() - {"bots"}
