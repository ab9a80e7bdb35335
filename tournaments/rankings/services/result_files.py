"""The ranking and the results of an event as files for spreadsheets, with full names."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.core.seats import sheet_order
from tournaments.base.words.wording import file_number
from tournaments.core.exchange.csv_text import encode_lines
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import format_of
from tournaments.core.ranking.values import Value
from tournaments.models import ResultSlip, Seating, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.results.services.slip_versions import describe_slip
from tournaments.seating.words.seat_names import seat_letter

Line = tuple[str, ...]


def ranking_csv(tournament: Tournament) -> bytes:
    """The event's ranking, one line an entry by place, with what each session brought; then its teams.

    Numbers have the decimal sign of the language, as its spreadsheets read them.
    """
    standings = load_event_standings(tournament)
    sessions = [_("séance %(number)d") % {"number": session.number} for session in standings.sessions]
    titles = (_("place"), _("nom"), _("licence"), _("série"), _("résultat"), *sessions)
    lines: list[Line] = [titles]
    for row in standings.rows:
        person = row.entry.person
        values = (_number(value, standings.measure) for value in (row.value, *row.by_session))
        place = "" if row.place is None else str(row.place)
        lines.append((place, str(row.entry), person.federation_number, person.series, *values))
    if standings.teams:
        lines += [(), (_("place"), _("équipe"), "", "", _("résultat"))]
    for team in standings.teams:
        names = team.name or ", ".join(str(member.entry) for member in team.members)
        lines.append((str(team.place), names, "", "", _number(team.value, standings.measure)))
    return encode_lines(lines)


def results_csv(tournament: Tournament) -> bytes:
    """Every result that counts, with who sat where, by session, étui, round and table. Two queries."""
    seats = sheet_order(format_of(tournament.format, tournament.game).variant.player_count)
    titles = (_("séance"), _("étui"), _("position"), _("table"), *map(seat_letter, seats))
    lines = _result_lines(tournament, seats)
    return encode_lines([(*titles, _("nature"), _("résultat"), _("saisi à")), *lines])


def _result_lines(tournament: Tournament, seats: Sequence[int]) -> Iterator[Line]:
    seated: dict[tuple[int, int], dict[int, str]] = {}
    seatings = Seating.objects.filter(round__section__session__tournament=tournament)
    for seating in seatings.select_related("entry__person"):
        seated.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = str(seating.entry)
    slips = ResultSlip.objects.current().filter(play__round__section__session__tournament=tournament)
    slips = slips.select_related("play__round__section__session", "play__table")
    for slip in slips.order_by(
        "play__round__section__session__number", "play__board", "play__round__number", "play__table__number"
    ):
        play = slip.play
        names = seated.get((play.round_id, play.table_id), {})
        numbers = (play.round.section.session.number, play.board, play.round.number, play.table.number)
        yield (
            *map(str, numbers),
            *(names.get(seat, "") for seat in seats),
            slip.get_kind_display(),
            describe_slip(slip),
            slip.created_at.isoformat(timespec="seconds"),
        )


def _number(value: Value | None, measure: Measure) -> str:
    return "" if value is None else file_number(value, measure)
