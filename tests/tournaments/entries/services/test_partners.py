"""Partners of free deals: named before the seats are fixed, seated apart, ranked together."""

import random
from collections import Counter
from itertools import combinations

import pytest

from common.errors import AppError
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import EVENING, make_club
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
from tournaments.entries.services.partners import draw_partners, set_partners
from tournaments.enums import EntryPresence, LineUpMethod
from tournaments.models import AuditEvent, Seating
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import latest_standings
from tournaments.seating.services.line_ups import line_up

pytestmark = pytest.mark.django_db


def make_evening(size, round_count=4):
    """Store twenty players of whom each `size` in turn are partners."""
    code = {2: "free_deals_pairs", 4: "free_deals_fours"}[size]
    tournament = make_sheet_tournament(make_club(), format_code=code, round_count=round_count, deals=1)
    entries = tournament.entries.order_by("pk")
    names = {entry.pk: f"Équipe {place // size}" for place, entry in enumerate(entries)}
    set_partners(tournament=tournament, names=names, set_by=None)
    return tournament


@pytest.mark.postgres
@pytest.mark.parametrize("size", [2, 4])
def test_partners_never_meet_where_the_movement_allows_it(size):
    tournament = make_evening(size)

    line_up(
        tournament=tournament,
        method=LineUpMethod.LOT,
        is_apart=False,
        rng=random.Random(1),
        placed_by=None,
    )
    seat(tournament)

    tables: dict[tuple[int, int], list[str]] = {}
    for seating in Seating.objects.select_related("entry"):
        tables.setdefault((seating.round_id, seating.table_id), []).append(seating.entry.partners)
    assert not [pair for names in tables.values() for pair in combinations(names, 2) if pair[0] == pair[1]]


@pytest.mark.postgres
def test_change_is_traced():
    tournament = make_evening(2)
    entry = tournament.entries.order_by("pk")[0]

    assert set_partners(tournament=tournament, names={entry.pk: " "}, set_by=None) == 1

    entry.refresh_from_db()
    assert entry.partners == ""
    assert AuditEvent.objects.filter(action="entries.partners").order_by("-pk")[0].before == {
        str(entry): "Équipe 0"
    }


@pytest.mark.postgres
def test_third_partner_of_a_pair_is_refused_at_each_field():
    tournament = make_evening(2)
    ids = list(tournament.entries.order_by("pk").values_list("pk", flat=True))

    with pytest.raises(AppError) as refused:
        set_partners(tournament=tournament, names={ids[2]: "Équipe 0"}, set_by=None)

    assert refused.value.code == "too_many_partners"
    assert set(refused.value.fields) == {f"partners-{pk}" for pk in ids[:3]}


def test_teams_are_drawn_from_the_players_without_one():
    tournament = make_evening(4)
    entries = list(tournament.entries.order_by("pk"))
    gone, kept = entries[-1], entries[:4]
    # a name of the draw is taken already, one player has left
    names = dict.fromkeys((entry.pk for entry in entries), "") | dict.fromkeys(
        (entry.pk for entry in kept), "équipe 2"
    )
    set_partners(tournament=tournament, names=names, set_by=None)
    tournament.entries.filter(pk=gone.pk).update(presence=EntryPresence.WITHDRAWN)

    draws = []
    for seed in (1, 1, 2):
        set_partners(tournament=tournament, names=names, set_by=None)
        drawn = draw_partners(tournament=tournament, rng=random.Random(seed), drawn_by=None)
        draws.append(dict(tournament.entries.values_list("pk", "partners")))

    assert drawn == 3
    assert Counter(draws[0].values()) == {"équipe 2": 4, "Équipe 1": 4, "Équipe 3": 4, "Équipe 4": 4, "": 4}
    assert {draws[0][entry.pk] for entry in kept} == {"équipe 2"}
    assert draws[0][gone.pk] == ""
    assert draws[0] == draws[1] != draws[2]


def test_seats_wait_for_the_last_partner():
    tournament = make_evening(2)
    entry = tournament.entries.order_by("pk")[0]
    set_partners(tournament=tournament, names={entry.pk: ""}, set_by=None)

    with pytest.raises(AppError) as refused:
        seat(tournament)

    assert refused.value.code == "partners_incomplete"
    assert refused.value.extra["names"] == ["Équipe 0", "1 joueur sans équipe"]


def test_other_formats_and_other_tournaments_are_refused():
    pairs, alone = make_evening(2), make_sheet_tournament(make_club())

    with pytest.raises(AppError, match="no_partners"):
        set_partners(tournament=alone, names={}, set_by=None)
    with pytest.raises(AppError, match="entry_elsewhere"):
        set_partners(tournament=pairs, names={alone.entries.all()[0].pk: "A"}, set_by=None)


def test_fours_are_ranked_by_their_sum():
    club, _organiser = ensure_demo_club()
    tournament = make_demo_tournament(
        club=club,
        format_code="free_deals_fours",
        table_count=5,
        stage=DemoStage.FINISHED,
        seed=2,
        starts_on=EVENING,
        name="À quatre",
    )
    session = tournament.sessions.get()

    table = ranking_table(session, latest_standings(session))

    assert len(table.teams) == 5
    assert sum(team.value for team in table.teams) == 0
