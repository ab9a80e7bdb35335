"""Responses with workbooks for spreadsheets."""

from collections.abc import Sequence

from django.http import HttpResponse

from tournaments.core.exchange.sheet_files import XLSX_TYPE, WrittenSheet, write_xlsx


def answer_with_workbook(name: str, sheets: Sequence[WrittenSheet]) -> HttpResponse:
    """Return the sheets as a file of this name, without its ending."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.xlsx"'}
    return HttpResponse(write_xlsx(sheets), content_type=XLSX_TYPE, headers=headers)
