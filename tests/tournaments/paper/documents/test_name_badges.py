"""Badges: one for each person who comes, in order, with the code that the reception reads."""

import pytest

from tests.factories.tournaments import make_club, make_seated_tournament, make_team_tournament
from tournaments.core.exchange.searching import parse_player_code
from tournaments.enums import DocumentKind, EntryPresence
from tournaments.models import Person, Tournament
from tournaments.paper.documents.hall.name_badges import NameBadge, build_name_badges

pytestmark = pytest.mark.django_db

POINTS_PER_MM = 72 / 25.4


def badges_of(tournament: Tournament) -> list[NameBadge]:
    """Return the badges in the order of the pile once cut."""
    sheets = build_name_badges(tournament)
    placed = [sheet.badges[place] for place in range(10) for sheet in sheets]
    return [badge for badge in placed if badge is not None]


def test_everybody_who_comes_has_a_badge_in_alphabetical_order() -> None:
    evening = make_seated_tournament(make_club(), is_dealt=False)
    absent = evening.entries.get(person__last_name="Nom02")
    evening.entries.filter(pk=absent.pk).update(presence=EntryPresence.WITHDRAWN)
    accented = Person.objects.get(last_name="Nom20")
    accented.last_name, accented.home_club, accented.federation_number = "Écluse", "Tarot du Lac", "123456"
    accented.save()

    badges = badges_of(evening)

    assert badges[0] == NameBadge(
        last_name="ÉCLUSE", first_name="Ana", team="", club="Tarot du Lac", licence="123456",
        code=f"ETUI:{accented.pk}", fit="large",
    )  # fmt: skip
    assert [badge.last_name for badge in badges[1:4]] == ["NOM01", "NOM03", "NOM04"]
    assert len(badges) == 19


def test_members_of_a_team_have_a_badge_each_with_its_name() -> None:
    tournament = make_team_tournament(make_club(), "triplets", is_entered=True)

    badges = badges_of(tournament)

    people = set(tournament.entries.values_list("members__person", flat=True))
    assert {parse_player_code(badge.code) for badge in badges} == people
    assert len(badges) == len(people)
    assert [badge.team for badge in badges].count("Équipe 1") == 3


def test_costs_three_queries(django_assert_num_queries):
    tournament = make_team_tournament(make_club(), "triplets", is_entered=True)

    with django_assert_num_queries(3):
        build_name_badges(tournament)


@pytest.mark.paper
def test_long_name_stands_whole_within_its_badge(pages):
    evening = make_seated_tournament(make_club(), is_dealt=False)
    person = Person.objects.get(last_name="Nom01")
    person.last_name, person.first_name = "Wolfeschlegelsteinhausen-Bergerdorff-" * 2, "Marie-Antoinette " * 4
    person.save()

    words = [word for page in pages(DocumentKind.NAME_BADGES, evening) for word in page.words]

    left, top = (millimetres * POINTS_PER_MM for millimetres in (15, 13.5))
    width, height = (millimetres * POINTS_PER_MM for millimetres in (90, 54))
    for start_x, start_y, end_x, end_y, text in words:
        assert (start_x - left) // width == (end_x - left) // width, text
        assert (start_y - top) // height == (end_y - top) // height, text
    printed_text = "".join(text for *_place, text in words)
    assert "WOLFESCHLEGELSTEINHAUSEN" in printed_text
