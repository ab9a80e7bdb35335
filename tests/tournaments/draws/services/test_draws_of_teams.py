"""Draws of an evening whose partners stay together: teams move as a whole, and meet others."""

import pytest

from common.errors import AppError
from games.core.facts.over_deals import teams_of
from tests.factories.draws import draw, draw_and_publish, enter_totals, make_drawn_tournament, tables_in
from tests.factories.incidents import deal_with
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club
from tournaments.draws.queries.next_rounds import load_draw_facts
from tournaments.draws.queries.shown_draws import show_draw
from tournaments.draws.services.draws import publish_draw, repeat_draw, swap_places, tables_of
from tournaments.enums import DrawMethod
from tournaments.incidents.services.leaving import Leaving
from tournaments.models import RoundDraw, Seating, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.seating.services.movements import may_be_drawn

pytestmark = pytest.mark.django_db
SIXES = teams_of("tarot-6")


def sixes(table_count: int = 4, teams: str = "evening") -> Tournament:
    """Build tables of six in teams of two, for all evening by default, with four rounds of totals."""
    return make_drawn_tournament(
        make_club(),
        format_code="friendly_total",
        game="tarot-6",
        table_count=table_count,
        player_count=6 * table_count,
        round_count=4,
        options={"teams": teams},
    )


def teams_in(tournament: Tournament, number: int) -> dict[int, list[frozenset[int]]]:
    """The teams at each table of a round."""
    rows = Seating.objects.filter(round__section__session__tournament=tournament, round__number=number)
    sat = {(row.table_id, row.seat): row.entry_id for row in rows}
    return {
        table: [frozenset(sat[table, seat] for seat in seats) for seats in SIXES]
        for table in {table for table, _seat in sat}
    }


def all_teams(tournament: Tournament, number: int) -> set[frozenset[int]]:
    return {team for teams in teams_in(tournament, number).values() for team in teams}


def place_of(proposal: RoundDraw, pk: int) -> str:
    return next(f"{number}-{seats.index(pk)}" for number, seats in tables_of(proposal).items() if pk in seats)


@pytest.mark.parametrize("method", DrawMethod)
def test_partners_stay_together_in_each_round(method: DrawMethod) -> None:
    tournament = sixes()
    first = all_teams(tournament, 1)

    for number in (2, 3):
        enter_totals(tournament, number - 1)
        draw_and_publish(tournament, method)

    assert all_teams(tournament, 2) == all_teams(tournament, 3) == first


@pytest.mark.parametrize("method", [DrawMethod.BEST, DrawMethod.RANDOM])
def test_teams_that_have_met_are_parted(method: DrawMethod) -> None:
    tournament = sixes()
    first_teams = [set(teams) for teams in teams_in(tournament, 1).values()]
    enter_totals(tournament, 1)

    published = draw_and_publish(tournament, method)

    again = [set(teams) for teams in teams_in(tournament, 2).values()]
    assert all(len(old & new) == 1 for old in first_teams for new in again if old & new)
    facts = load_draw_facts(tournament.sessions.get())
    assert published.resting == []
    assert facts.teams is not None


def test_a_proposal_names_no_partners_as_rematches() -> None:
    tournament = sixes()
    enter_totals(tournament, 1)
    proposal = draw(tournament)
    session = tournament.sessions.get()

    draw_shown = show_draw(session, load_draw_facts(session), proposal)

    assert draw_shown.rematches == ()


def test_the_best_team_meets_the_next_ones() -> None:
    """Two tables: all have met two others at most, so the leaders' order decides."""
    tournament = sixes(2)
    enter_totals(tournament, 1)

    proposal = draw(tournament)

    best = proposal.order[0]
    first_table = next(iter(tables_of(proposal).values()))
    assert best in first_table


def test_a_draw_by_lot_is_repeated_from_its_seed() -> None:
    tournament = sixes()
    enter_totals(tournament, 1)
    facts = load_draw_facts(tournament.sessions.get())
    proposal = draw(tournament, DrawMethod.RANDOM)

    assert repeat_draw(proposal, facts) == tables_of(proposal)


def test_a_change_by_hand_moves_whole_teams() -> None:
    tournament = sixes()
    teams = all_teams(tournament, 1)
    enter_totals(tournament, 1)
    proposal = draw(tournament)
    (_, first), (_, second), *_ = tables_of(proposal).items()
    places_before = {pk: place_of(proposal, pk) for pk in (first[0], first[3], second[1], second[4])}

    changed = swap_places(
        draw=proposal, first=places_before[first[0]], second=places_before[second[4]], changed_by=None
    )

    pairs = {first[0]: second[1], first[3]: second[4], second[1]: first[0], second[4]: first[3]}
    assert {pk: place_of(changed, pk) for pk in places_before} == {
        pk: places_before[partner] for pk, partner in pairs.items()
    }
    publish_draw(draw=changed, seen_swaps=1, published_by=None)
    assert all_teams(tournament, 2) == teams


def test_partners_may_change_their_own_seats() -> None:
    tournament = sixes()
    enter_totals(tournament, 1)
    proposal = draw(tournament)
    (_, seats), *_ = tables_of(proposal).items()
    places = place_of(proposal, seats[0]), place_of(proposal, seats[3])

    changed = swap_places(draw=proposal, first=places[0], second=places[1], changed_by=None)

    assert (place_of(changed, seats[3]), place_of(changed, seats[0])) == places


def test_a_place_to_rest_is_refused() -> None:
    tournament = sixes()
    enter_totals(tournament, 1)
    proposal = draw(tournament)
    (number, _), *_ = tables_of(proposal).items()

    with pytest.raises(AppError) as refused:
        swap_places(draw=proposal, first=f"{number}-0", second="r-0", changed_by=None)

    assert refused.value.code == "team_place"


def test_a_team_that_lost_a_player_rests_with_those_left_over() -> None:
    tournament = sixes()
    enter_totals(tournament, 1)
    leaver, *partners = teams_in(tournament, 1)[min(teams_in(tournament, 1))][0]
    deal_with(tournament, Leaving(entry=tournament.entries.get(pk=leaver), after_round=1))

    published = draw_and_publish(tournament)

    assert set(partners) <= set(published.resting)
    assert len(all_teams(tournament, 2)) == 9, "eleven complete teams make three tables of three"
    assert len(published.resting) == 1 + 2 * 2


def test_tables_of_a_game_with_partners_keep_their_size_where_these_change() -> None:
    tournament = sixes(teams="tables")
    enter_totals(tournament, 1)

    draw_and_publish(tournament)

    assert [len(table) for table in tables_in(tournament, 2)] == [6] * 4
    assert all_teams(tournament, 2) != all_teams(tournament, 1)


def test_teams_of_unequal_size_keep_their_movement() -> None:
    tournament = make_sheet_tournament(
        make_club(),
        format_code="friendly_total",
        game="tarot-13",
        table_count=1,
        player_count=13,
        options={"teams": "evening"},
    )

    assert not may_be_drawn(tournament, sections_of(tournament))
