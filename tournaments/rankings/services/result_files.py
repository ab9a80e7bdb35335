"""Ranking, results and entries of an event as files for spreadsheets, with full names."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.core.play import Points
from games.core.seats import list_seats_in_sheet_order
from tournaments.base.queries.teams import people_of
from tournaments.base.words.dates import date_format
from tournaments.base.words.wording import file_value
from tournaments.core.exchange.csv_text import encode_lines
from tournaments.core.exchange.sheet_files import Cell, WrittenSheet, decimals_in, write_xlsx
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import format_of
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.movements.table_shape import SHAPES
from tournaments.core.ranking.values import Value, rounded_value
from tournaments.entries.queries.fees import load_fees
from tournaments.entries.queries.questions import list_questions
from tournaments.entries.queries.registrations import list_registrations
from tournaments.entries.words.answer_words import answer_text
from tournaments.enums import PaymentMeans, SlipKind
from tournaments.models import ResultSlip, Seating, Section, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.queries.points_tables import has_handicap, load_points_table
from tournaments.results.queries.known_results import known_line
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.words.seat_names import printed_seat_letter

Line = tuple[Cell, ...]
SHARE_PLACES = 2
"""Number of decimals of a score that is not a whole number."""


def ranking_csv(tournament: Tournament) -> bytes:
    """Return the event's ranking by place, with the value of each session and the handicap, then its teams.

    Numbers have the decimal sign of the language, as its spreadsheets read them.
    """
    lines, teams = _ranking_tables(tournament)
    # an empty line and titles of their own separate the teams
    return _encode([*lines, *([(), *teams] if teams else [])])


def results_csv(tournament: Tournament) -> bytes:
    """Return all results that count with the players, by session, étui, round and table. Three queries.

    Scores are numbers, in one column for each seat if sheets are kept by player. Times are those of the club.
    """
    return _encode(_results_table(tournament))


def event_workbook(tournament: Tournament) -> bytes:
    """Return ranking, teams, results, entries and answers as sheets of one XLSX workbook."""
    ranking, teams = _ranking_tables(tournament)
    tables = (
        (_("Classement"), ranking),
        (_("Équipes"), teams),
        (_("Résultats"), _results_table(tournament)),
        (_("Inscrits"), _entries_table(tournament)),
        (_("Préinscriptions"), _answers_table(tournament)),
    )
    return write_xlsx([WrittenSheet(name, rows) for name, rows in tables if rows])


def _encode(lines: Sequence[Line]) -> bytes:
    return encode_lines([[cell_text(cell) for cell in line] for line in lines])


def cell_text(cell: Cell) -> str:
    """Return a cell of a text file. A number has the decimal sign of the language."""
    if isinstance(cell, str):
        return cell
    return number_format(cell, decimal_pos=decimals_in(cell), use_l10n=True)


def _ranking_tables(tournament: Tournament) -> tuple[list[Line], list[Line]]:
    """Return the table of the ranking and that of the teams, [] without teams. Titles come first."""
    standings = load_event_standings(tournament)
    sessions = [_("séance %(number)d") % {"number": session.number} for session in standings.sessions]
    titles = (_("place"), _("nom"), _("licence"), _("série"), _("résultat"), *sessions)
    handicap = _handicap_cells(tournament)
    if handicap:
        titles += (_("handicap"), _("résultat au handicap"), _("place au handicap"))
    lines: list[Line] = [titles]
    for row in standings.rows:
        person = row.entry.person
        values = (_number(value, standings.measure) for value in (row.value, *row.by_session))
        cells = (str(row.entry), person.federation_number, person.series, *values)
        lines.append((_place(row.place), *cells, *handicap.get(row.entry.pk, ())))
    teams: list[Line] = [(_("place"), _("équipe"), "", "", _("résultat"))] if standings.teams else []
    for team in standings.teams:
        names = team.name or ", ".join(str(member.entry) for member in team.members)
        teams.append((_place(team.place), names, "", "", _number(team.value, standings.measure)))
    return lines, teams


def _handicap_cells(tournament: Tournament) -> dict[int, Line]:
    """Return points, value and place after the handicap by id of the entry; {} without a handicap."""
    if not has_handicap(tournament):
        return {}
    table = load_points_table(tournament)
    # as in the ranking, where the fewest points win a handicap takes off
    sign = -1 if table.measure is Measure.LOW_POINTS else 1
    return {
        row.entry.pk: (
            _score(sign * row.allowance),
            "" if row.handicap.value is None else _number(row.handicap.value, table.measure),
            _place(row.handicap.place),
        )
        for row in table.rows
    }


def _results_table(tournament: Tournament) -> list[Line]:
    event_format = format_of(tournament.format, tournament.game)
    # free deals may have tables of five, wider than those of the game
    shapes = Section.objects.filter(session__tournament=tournament).values_list("movement__shape", flat=True)
    widths = (SHAPES[shape].seat_count for shape in shapes)
    seats = list_seats_in_sheet_order(max(widths, default=event_format.variant.player_count))
    scores: Line = (_("résultat"),)
    if event_format.sheet is SheetKind.SCORES:
        scores = tuple(_("marque %(seat)s") % {"seat": printed_seat_letter(seat)} for seat in seats)
    places = (_("séance"), _("étui"), _("position"), _("table"), *map(printed_seat_letter, seats))
    titles = (*places, _("nature"), _("preneur"), _("contrat"), *scores, _("saisi à"))
    return [titles, *_result_lines(tournament, event_format, seats)]


def _entries_table(tournament: Tournament) -> list[Line]:
    """Return the entries by name, a line for each person, with arrival, fee and payment in euros."""
    titles = (_("nom"), _("prénom"), _("licence"), _("série"), _("club d’origine"))
    lines: list[Line] = [(_("inscrit"), *titles, _("arrivé à"), _("dû en €"), _("payé en €"), _("moyen"))]
    for fee in load_fees(tournament).lines:
        arrived_at = fee.entry.arrived_at
        arrival = date_format(localtime(arrived_at), "Y-m-d H:i") if arrived_at else ""
        for number, person in enumerate(people_of(fee.entry)):
            names = (person.last_name, person.first_name, person.federation_number, person.series)
            # a team owes once, in the line of its captain
            sums = (Decimal(fee.owed).scaleb(-2), Decimal(fee.paid).scaleb(-2))
            money: Line = () if number else (*sums, str(dict(PaymentMeans.choices).get(fee.means, "")))
            lines.append((str(fee.entry), *names, person.home_club, arrival, *money))
    return lines


def _answers_table(tournament: Tournament) -> list[Line]:
    """Return the registered players with their answers, in the order sent; [] without questions."""
    questions = list_questions(tournament)
    if not questions:
        return []
    titles = (_("nom"), _("prénom"), _("licence"), _("état"), *(question.text for question in questions))
    lines: list[Line] = [titles]
    for registration in list_registrations(tournament):
        for player in registration.players.all():
            texts = {answer.question_id: answer_text(answer) for answer in player.answers.all()}
            names = (player.last_name, player.first_name, player.federation_number)
            answers = (texts.get(question.pk, "") for question in questions)
            lines.append((*names, str(registration.get_state_display()), *answers))
    return lines


def _result_lines(
    tournament: Tournament, event_format: TournamentFormat, seats: Sequence[int]
) -> Iterator[Line]:
    names_by_place: dict[tuple[int, int], dict[int, str]] = {}
    seatings = Seating.objects.filter(round__section__session__tournament=tournament)
    for seating in seatings.select_related("entry__person"):
        names_by_place.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = str(seating.entry)
    slips = ResultSlip.objects.current().filter(play__round__section__session__tournament=tournament)
    slips = slips.select_related("play__round__section__session", "play__table")
    for slip in slips.order_by(
        "play__round__section__session__number", "play__board", "play__round__number", "play__table__number"
    ):
        play = slip.play
        names = names_by_place.get((play.round_id, play.table_id), {})
        numbers = (play.round.section.session.number, play.board, play.round.number, play.table.number)
        yield (
            *numbers,
            *(names.get(seat, "") for seat in seats),
            _("passée") if (slip.facts or {}).get("passed") else slip.get_kind_display(),
            *_attack(slip, event_format),
            *_scores(slip, event_format, seats),
            date_format(localtime(slip.created_at), "Y-m-d H:i:s"),
        )


def _attack(slip: ResultSlip, event_format: TournamentFormat) -> Line:
    """Return the seat of the taker and the bid, as far as they are known."""
    if slip.kind != SlipKind.PLAYED or (slip.facts or {}).get("passed"):
        return "", ""
    line = known_line(slip)
    taker = event_format.taker_of(slip.play.board) if line.taker is None else line.taker
    return "" if taker is None else printed_seat_letter(taker), str(BID_NAMES[line.bid]) if line.bid else ""


def _scores(slip: ResultSlip, event_format: TournamentFormat, seats: Sequence[int]) -> Line:
    """Return the scores as numbers: of each seat, or of the attack."""
    if event_format.sheet is not SheetKind.SCORES:
        return (_score(slip.score),)
    scores = slip.seat_scores or []
    return tuple(_score(scores[seat] if seat < len(scores) else None) for seat in seats)


def _score(score: Points | None) -> Cell:
    if score is None:
        return ""
    return rounded_value(Fraction(score), 0 if score == int(score) else SHARE_PLACES)


def _place(place: int | None) -> Cell:
    return "" if place is None else place


def _number(value: Value | None, measure: Measure) -> Cell:
    return "" if value is None else file_value(value, measure)
