"""Evenings of free deals whose rounds are drawn one by one."""

from typing import Any

from tests.factories.sheets import make_sheet_tournament
from tests.factories.stored_again import stored_again
from tests.factories.tournaments import EVENING, make_people
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.draws.services.draws import DrawWish, draw_round, publish_draw
from tournaments.enums import DrawMethod, SlipKind
from tournaments.events.services.events import create_tournament, enter_people
from tournaments.models import Club, Play, ResultSlip, RoundDraw, Seating, Tournament
from tournaments.movements.queries.movements import sections_by_place, sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.results.services.results import Author, record_result
from tournaments.seating.services.movements import choose_draws
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.services.starting_places import arrange_places


@stored_again
def make_drawn_tournament(club: Club, **sizes: Any) -> Tournament:
    """Build `prepare_drawn_tournament` with the first round seated."""
    return apply_movement(tournament=prepare_drawn_tournament(club, **sizes), seated_by=None)


def prepare_drawn_tournament(club: Club, **sizes: Any) -> Tournament:
    """Build a tournament with totals of free deals in preparation: five rounds at three tables by default."""
    settings = {
        "table_count": 3,
        "player_count": 12,
        "round_count": 5,
        "deals": 4,
        "options": {"sheet": "totals"},
    }
    tournament = make_sheet_tournament(club, **settings | sizes)
    choose_draws(tournament=tournament, is_drawn=True, chosen_by=None)
    return tournament


@stored_again
def make_drawn_colours(club: Club, *player_counts: int, round_count: int = 4) -> Tournament:
    """Build free deals with totals in colours of so many players, drawn round by round.

    The first round is seated.
    """
    plans = [
        SectionPlan(table_count=-(-count // 4), round_count=round_count, boards_per_set=4, player_count=count)
        for count in player_counts
    ]
    tournament = create_tournament(
        club=club,
        name="Soirée en couleurs",
        starts_on=EVENING,
        format_code="free_deals",
        sections=plans,
        created_by=None,
        options={"sheet": "totals"},
    )
    entries = enter_people(
        tournament=tournament, people=make_people(club, sum(player_counts)), entered_by=None
    )
    places = sorted(sections_by_place(sections_of(tournament)))
    places_of_entries = {place: entry.pk for place, entry in zip(places, entries, strict=True)}
    arrange_places(tournament=tournament, wanted=places_of_entries, seen={}, arranged_by=None)
    choose_draws(tournament=tournament, is_drawn=True, chosen_by=None)
    return apply_movement(tournament=tournament, seated_by=None)


def enter_totals(tournament: Tournament, round_number: int, *, but: tuple[int, ...] = ()) -> None:
    """Enter the missing totals of a round, except those of the tables in `but`. The first entry wins most.

    The last total goes through the service, which ranks all of them. The others are stored in bulk and leave
    nothing in the trace.
    """
    this_round = {"round__section__session__tournament": tournament, "round__number": round_number}
    plays = list(Play.objects.filter(**this_round, slips=None).exclude(table__number__in=but))
    seats_by_table: dict[int, list[int]] = {}
    seatings = Seating.objects.filter(**this_round).order_by("entry")
    for table, seat in seatings.values_list("table", "seat"):
        seats_by_table.setdefault(table, []).append(seat)
    scores = {play.pk: _totals_of(seats_by_table[play.table_id]) for play in plays}
    ResultSlip.objects.bulk_create(
        ResultSlip(play=play, version=1, kind=SlipKind.PLAYED, seat_scores=scores[play.pk], device="test")
        for play in plays[:-1]
    )
    for play in plays[-1:]:
        record_result(
            play=play,
            line=SheetLine(scores=tuple(scores[play.pk])),
            author=Author(user=None, device="test"),
            seen_version=0,
            confirmed=True,
        )


def _totals_of(seats: list[int]) -> list[int | None]:
    """Return a total for each seat, None for an empty one: 30, 10, -10, -30 in the order of the entries."""
    totals = {seat: 10 * (len(seats) - 1) - 20 * rank for rank, seat in enumerate(seats)}
    return [totals.get(seat) for seat in range(max(4, *(seat + 1 for seat in seats)))]


def draw(tournament: Tournament, method: DrawMethod = DrawMethod.BEST, **wished: Any) -> RoundDraw:
    seed = wished.pop("seed", None)
    return draw_round(tournament=tournament, wish=DrawWish(method=method, **wished), drawn_by=None, seed=seed)


def draw_and_publish(
    tournament: Tournament, method: DrawMethod = DrawMethod.BEST, **wished: Any
) -> RoundDraw:
    return publish_draw(draw=draw(tournament, method, **wished), seen_swaps=0, published_by=None)


def tables_in(tournament: Tournament, round_number: int) -> list[set[int]]:
    """Return the entries at each table of a round, by number of the table."""
    tables: dict[int, set[int]] = {}
    rows = Seating.objects.filter(
        round__section__session__tournament=tournament, round__number=round_number
    ).order_by("table__number")
    for table, entry in rows.values_list("table__number", "entry"):
        tables.setdefault(table, set()).add(entry)
    return list(tables.values())
