"""Attackers in each round of triplets."""

import pytest

from tests.factories.tournaments import make_club, make_team_tournament
from tournaments.core.formats.attack_rotation import Badge
from tournaments.models import Section, Tournament
from tournaments.paper.documents.hall.guide_cards import build_guide_cards
from tournaments.rankings.services.ranking_options import set_ranking_options
from tournaments.seating.queries.attackers import RoundBadges, badge_holders, load_badges
from tournaments.seating.queries.seats import itineraries, load_rounds

pytestmark = pytest.mark.django_db

BLUE, WHITE, RED = Badge
RELAY = "fft-triplet-line-5-5-9-2"
"""Nine teams at five tables: one of them waits in every round."""


def badges_of(tournament: Tournament) -> RoundBadges:
    section = Section.objects.get(session__tournament=tournament)
    return load_badges(tournament, section, load_rounds(section))


def turns_of(tournament: Tournament, name: str) -> list[tuple[Badge, ...]]:
    entry = tournament.entries.get(name=name)
    badges_by_entry = badges_of(tournament)
    return [badges for (pk, _round), badges in sorted(badges_by_entry.items()) if pk == entry.pk]


def test_attack_goes_round_from_the_badge_that_was_drawn() -> None:
    tournament = make_team_tournament(
        make_club(), "triplets", shape="fft-triplet-line-5-5-10-2", is_seated=True
    )

    blue_first = turns_of(tournament, "Équipe 1")
    set_ranking_options(tournament=tournament, changes={"first_badge": "red"}, set_by=None)
    tournament.refresh_from_db()

    assert blue_first == [(BLUE,), (WHITE,), (RED,), (BLUE,), (WHITE,)]
    assert turns_of(tournament, "Équipe 1") == [(RED,), (BLUE,), (WHITE,), (RED,), (BLUE,)]


def test_turn_is_lost_in_a_sit_out() -> None:
    tournament = make_team_tournament(make_club(), "triplets", shape=RELAY, is_seated=True)
    rounds = load_rounds(Section.objects.get(session__tournament=tournament))
    badges_by_entry = badges_of(tournament)

    for itinerary in itineraries(rounds):
        turn = list(Badge)
        for number, stop in enumerate(itinerary.stops):
            expected = (turn[number % 3],) if stop.table else None
            assert badges_by_entry.get((itinerary.entry.pk, stop.round)) == expected


def test_other_teams_have_no_badges() -> None:
    assert badges_of(make_team_tournament(make_club(), "quartets", is_seated=True)) == {}


@pytest.mark.postgres
def test_badges_go_by_surname_and_stand_on_the_guide_card() -> None:
    tournament = make_team_tournament(make_club(), "triplets", is_seated=True)
    entry = tournament.entries.get(name="Équipe 1")

    assert [(badge, person.last_name) for badge, person in badge_holders(entry)] == [
        (BLUE, "Nom01"), (WHITE, "Nom02"), (RED, "Nom03"),
    ]  # fmt: skip
    card = next(card for sheet in build_guide_cards(tournament) for card in sheet.cards if card)
    assert [badge for badge, _person in card.people] == list(Badge)
    assert all(len(line.badges) == 2 for line in card.lines)
