"""Files for spreadsheets: opened as one opens them, their numbers add up."""

import csv
import io
from datetime import UTC, datetime
from fractions import Fraction

import pytest
import python_calamine
from django.utils import translation

from tests.factories.sessions import make_short_evening, play_session
from tests.factories.sheets import bid_line, enter_line, make_seated_sheets
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_seated_tournament,
    make_team_tournament,
)
from tournaments.core.ranking.values import rounded_value
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.entries.services.fees import record_payment
from tournaments.models import Club, FeeRate, ResultSlip, Tournament
from tournaments.rankings.services.result_files import (
    cell_text,
    event_workbook,
    ranking_csv,
    results_csv,
)
from tournaments.rankings.services.standings import refresh_standings


def opened(content: bytes) -> list[dict[str, str]]:
    """The lines of a file as a French spreadsheet separates them, by title."""
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


def number(cell: str) -> float | None:
    """The value of a cell for a French spreadsheet; None of an empty one."""
    return float(cell.replace(",", ".")) if cell else None


def test_scores_of_boards_are_numbers_with_the_taker_and_the_hour_of_the_club(club: Club) -> None:
    tournament = make_seated_tournament(club)
    plays = list_plays(tournament)
    for play, score in zip(plays[:3], (56, -52, 62), strict=True):
        enter_result(play, score)
    ResultSlip.objects.update(created_at=datetime(2026, 7, 5, 18, 30, 12, tzinfo=UTC))

    lines = opened(results_csv(tournament))

    assert [line["résultat"] for line in lines] == ["56", "-52", "62"]
    assert sum(number(line["résultat"]) for line in lines) == 66
    assert {line["saisi à"] for line in lines} == {"2026-07-05 20:30:12"}
    assert {line["preneur"] for line in lines} == {"N"}, "étui 1 names its taker"


def test_every_seat_of_a_sheet_has_its_column_of_numbers(club: Club) -> None:
    tournament = make_seated_sheets(club)
    first, second, third = list_plays(tournament)[:3]
    enter_line(first, bid_line(1, 56))
    enter_line(second, bid_line(0, -52))
    enter_line(third, SheetLine(is_passed=True))

    lines = opened(results_csv(tournament))

    scores = [[number(line[f"marque {letter}"]) for letter in "NSEO"] for line in lines]
    assert scores[:2] == [[-56, -56, -56, 168], [-156, 52, 52, 52]]
    assert all(sum(value or 0 for value in row) == 0 for row in scores)
    assert [(line["preneur"], line["contrat"]) for line in lines] == [
        ("O", "garde"), ("N", "garde"), ("", ""),
    ]  # fmt: skip
    assert lines[2]["nature"] == "passée"


def test_no_number_of_a_ranking_is_taken_for_text(club: Club) -> None:
    tournament = make_seated_sheets(club)
    for place, play in enumerate(list_plays(tournament)):
        enter_line(play, bid_line(place % 3, 56 + 2 * place))
    refresh_standings(session=tournament.sessions.get())

    lines = opened(ranking_csv(tournament))

    assert sum(number(line["résultat"]) for line in lines) == 0
    assert min(number(line["résultat"]) for line in lines) < 0


@pytest.mark.parametrize(("language", "cell"), [("fr", "2,33"), ("en", "2.33")])
def test_a_share_that_is_not_whole_has_the_sign_of_the_language(language: str, cell: str) -> None:
    with translation.override(language):
        assert cell_text(rounded_value(Fraction(7, 3), 2)) == cell
        assert (cell_text(-52), cell_text("")) == ("-52", "")


def test_names_that_a_spreadsheet_would_compute_are_kept_from_it(club: Club) -> None:
    tournament: Tournament = play_session(make_short_evening(club))
    person = tournament.entries.order_by("pk")[0].person
    person.last_name = "=SOMME(A1)"
    person.save()

    content = results_csv(tournament).decode("utf-8-sig")

    assert ";'=SOMME(A1)" in content
    assert ";=SOMME" not in content


def test_workbook_has_ranking_results_and_entries_with_numbers(club: Club) -> None:
    tournament = make_seated_sheets(club)
    for place, play in enumerate(list_plays(tournament)):
        enter_line(play, bid_line(place % 3, 56 + 2 * place))
    refresh_standings(session=tournament.sessions.get())
    entry = tournament.entries.select_related("person").order_by("pk")[0]
    entry.person.last_name, entry.person.home_club = "=SOMME(A1)", "Sète"
    entry.person.save()
    rate = FeeRate.objects.create(tournament=tournament, name="Plein", cents=850)
    record_payment(entry=entry, rate=rate, paid_cents=400, means="cheque", recorded_by=None)

    with python_calamine.load_workbook(io.BytesIO(event_workbook(tournament))) as book:
        sheets = {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}

    assert list(sheets) == ["Classement", "Résultats", "Inscrits"]
    titles, *ranking = sheets["Classement"]
    totals = [row[titles.index("résultat")] for row in ranking]
    assert len(ranking) == tournament.entries.count()
    assert {type(row[0]) for row in ranking} | {type(total) for total in totals} == {float}
    assert sum(totals) == 0
    assert len(sheets["Résultats"]) == 1 + len(list_plays(tournament))
    titles, *entries = sheets["Inscrits"]
    (line,) = (row for row in entries if row[titles.index("club d’origine")] == "Sète")
    assert line[0].startswith("=SOMME(A1)")
    assert line[-3:] == [8.5, 4.0, "chèque"]
    assert not any("@" in str(cell) for row in entries for cell in row)


def test_workbook_has_a_sheet_of_teams_and_a_line_for_each_member(club: Club) -> None:
    tournament = make_team_tournament(club, "triplets", is_seated=True)
    enter_results((play, 56) for play in list_plays(tournament))
    refresh_standings(session=tournament.sessions.get())

    with python_calamine.load_workbook(io.BytesIO(event_workbook(tournament))) as book:
        entries = book.get_sheet_by_name("Inscrits").to_python()

    assert len(entries) == 1 + 3 * tournament.entries.count()
    assert [entries[row][0] for row in (1, 2, 3)] == [entries[1][0]] * 3
    assert [type(entries[row][-2]) for row in (1, 2)] == [float, str]
