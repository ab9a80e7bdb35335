"""The report for the federation as a CSV file and as a sheet, and its problems as text."""

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.words.format_words import FORMAT_WORDS
from tournaments.base.words.wording import file_number, file_value
from tournaments.core.exchange.csv_text import encode_lines
from tournaments.core.exchange.sheet_files import Cell, WrittenSheet
from tournaments.seasons.queries.homologation import (
    HomologationReport,
    NumberFault,
    Obstacle,
    ReportLine,
)
from tournaments.seating.words.seat_names import printed_seat_letter

FAULT_SENTENCES: dict[NumberFault, Promise] = {
    NumberFault.MISSING: gettext_lazy("pas de numéro de licence"),
    NumberFault.UNREADABLE: gettext_lazy("numéro mal écrit"),
    NumberFault.TWICE: gettext_lazy("numéro porté par deux joueurs"),
}

OBSTACLE_SENTENCES: dict[Obstacle, Promise] = {
    Obstacle.PRACTICE: gettext_lazy("C’est un entraînement : ses joueurs sont fictifs."),
    Obstacle.NOT_FINISHED: gettext_lazy("Le tournoi n’est pas terminé : son classement peut changer."),
    Obstacle.FRIENDLY: gettext_lazy("Une rencontre amicale n’est pas homologuée."),
    Obstacle.TABLES_OF_FIVE: gettext_lazy(
        "Des tables de cinq joueurs ou plus ont joué : elles ne sont pas homologuées."
    ),
    Obstacle.FEW_DEALS: gettext_lazy("Le tournoi a moins de donnes que sa formule n’en demande."),
    Obstacle.NOT_PLAYED: gettext_lazy("Des donnes n’ont pas été jouées."),
}


def homologation_csv(report: HomologationReport) -> bytes:
    """Return one line for each person, with the event in each line, for spreadsheets and other programs.

    Numbers have the decimal sign of the language.
    """
    return encode_lines([_titles(), *_cells(report)])


def homologation_sheet(report: HomologationReport) -> WrittenSheet:
    """Return the table of `homologation_csv` for a workbook: places, results and deals are numbers."""
    rows: list[tuple[Cell, ...]] = [_titles()]
    for line, cells in zip(report.lines, _cells(report), strict=True):
        numbers: dict[str, Cell | None] = {
            _("place"): line.place,
            _("résultat"): None if line.value is None else file_value(line.value, report.measure),
            _("donnes"): line.deal_count,
        }
        known_numbers = {title: number for title, number in numbers.items() if number is not None}
        named_cells = zip(_titles(), cells, strict=True)
        rows.append(tuple(known_numbers.get(title, cell) for title, cell in named_cells))
    return WrittenSheet(_("Homologation"), rows)


def _titles() -> tuple[str, ...]:
    return (

        _("date"), _("tournoi"), _("club"), _("formule"), _("classement"), _("place"), _("nom"), _("prénom"),
        _("licence"), _("série"), _("club d’origine"), _("équipe"), _("ligne"), _("résultat"), _("donnes"),
        _("à vérifier"),
    )  # fmt: skip


def _cells(report: HomologationReport) -> Iterator[tuple[str, ...]]:
    event = report.tournament
    kind = _("alterné") if report.is_alternated else _("général")
    head = (
        event.starts_on.isoformat(),
        event.name,
        event.club.name,
        str(FORMAT_WORDS[event.format].name),
        kind,
    )
    for line in report.lines:
        yield (*head, *_person_cells(line), _result(report, line), _count(line), _fault_text(line))


def _person_cells(line: ReportLine) -> tuple[str, ...]:
    person = line.person
    return (
        "" if line.place is None else str(line.place),
        person.last_name,
        person.first_name,
        person.federation_number,
        person.series,
        person.home_club,
        line.team,
        "" if line.line is None else printed_seat_letter(line.line),
    )


def _result(report: HomologationReport, line: ReportLine) -> str:
    if line.value is None:
        return ""
    return file_number(line.value, report.measure)


def _count(line: ReportLine) -> str:
    return "" if line.deal_count is None else str(line.deal_count)


def _fault_text(line: ReportLine) -> str:
    return "" if line.fault is None else str(FAULT_SENTENCES[line.fault])
