"""Attackers of each team, named by its captain: for a session of quartets, for each quarter of a match."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.tournaments import (
    make_club,
    make_people,
    make_seated_tournament,
    make_team_tournament,
    make_user,
)
from tournaments.core.formats.registry import find_format
from tournaments.entries.services.presence import replace_player
from tournaments.entries.services.teams import change_team
from tournaments.enums import EventRole
from tournaments.models import Attacker, AuditEvent, Club, Tournament
from tournaments.seating.queries.attackers import named_attackers

pytestmark = pytest.mark.django_db


@pytest.fixture
def quartets(club: Club) -> Tournament:
    return make_team_tournament(club, "quartets", is_seated=True)


def page_of(tournament: Tournament) -> str:
    return reverse("organiser-attackers", args=[tournament.slug])


@pytest.mark.parametrize(
    ("code", "round_count", "periods"),
    [
        ("quartets", 4, ((1, 2, 3, 4),)),
        ("teams", 4, ((1,), (2,), (3,), (4,))),
        ("triangular", 8, ((1, 2), (3, 4), (5, 6), (7, 8))),
        ("triplets", 6, ()),
        ("duplicate_individual", 5, ()),
        ("quartets", 0, ()),
    ],
)
def test_a_captain_names_an_attacker_for_a_session_a_quarter_or_a_period(code, round_count, periods) -> None:
    assert find_format(code).attack_periods(round_count) == periods


def test_attackers_of_quartets_are_named_shown_and_changed(signed_in: Client, quartets: Tournament) -> None:
    team, second_team = quartets.entries.order_by("pk")[:2]
    first, second, *_rest = team.members.all()

    signed_in.post(page_of(quartets), {f"attacker-{team.pk}-1": first.pk})
    signed_in.post(page_of(quartets), {f"attacker-{team.pk}-1": second.pk})
    page = signed_in.get(page_of(quartets))
    seats = signed_in.get(reverse("organiser-seats", args=[quartets.slug]), {"par": "joueur"})

    assert set(Attacker.objects.values_list("entry", "member")) == {(team.pk, second.pk)}
    assert Attacker.objects.count() == quartets.sessions.get().sections.get().round_count
    assert page.context["form"][f"attacker-{team.pk}-1"].value() == second.pk
    assert page.context["form"][f"attacker-{second_team.pk}-1"].value() is None
    assert seats.text.count(f"<small>{second.person}</small>") == Attacker.objects.count()
    assert AuditEvent.objects.filter(action="attackers.named", tournament=quartets).count() == 2


def test_a_team_that_changes_keeps_the_attacker_who_stays(signed_in: Client, quartets: Tournament) -> None:
    team = quartets.entries.order_by("pk")[0]
    first, *later_members = team.members.all()
    signed_in.post(page_of(quartets), {f"attacker-{team.pk}-1": first.pk})
    people = [first.person, *(member.person for member in later_members[:-1]), *make_people(quartets.club, 1)]

    change_team(entry=team, name="Autrement", people=people, changed_by=None)

    assert set(Attacker.objects.values_list("member__person", flat=True)) == {first.person_id}
    assert set(team.members.values_list("person", flat=True)) == {person.pk for person in people}


def test_each_quarter_of_a_match_has_its_attacker(signed_in: Client, club: Club) -> None:
    match = make_team_tournament(club, "teams", is_seated=True)
    team = match.entries.order_by("pk")[0]
    form = {f"attacker-{team.pk}-{number}": member.pk for number, member in enumerate(team.members.all(), 1)}

    signed_in.post(page_of(match), form)

    rows = Attacker.objects.order_by("round__number").values_list("round__number", "member")
    assert list(rows) == list(enumerate(form.values(), 1))


def test_member_of_another_team_is_refused_at_the_field(signed_in: Client, quartets: Tournament) -> None:
    team, second_team = quartets.entries.order_by("pk")[:2]

    answer = signed_in.post(page_of(quartets), {f"attacker-{team.pk}-1": second_team.members.all()[0].pk})

    assert list(answer.context["form"].errors) == [f"attacker-{team.pk}-1"]
    assert not Attacker.objects.exists()


def test_formats_without_a_captains_word_and_seats_not_fixed_say_so(signed_in: Client, club: Club) -> None:
    individual = make_seated_tournament(club)
    entered = make_team_tournament(club, "quartets", is_entered=True)

    assert "aucun capitaine ne désigne" in signed_in.get(page_of(individual)).text
    assert "Fixez d’abord les places." in signed_in.get(page_of(entered)).text


def test_whoever_may_not_prepare_reads_the_attackers_and_changes_none(
    client: Client, quartets: Tournament
) -> None:
    client.force_login(make_user(tournament=quartets, role=EventRole.CHECKER))
    team = quartets.entries.order_by("pk")[0]

    page = client.get(page_of(quartets))
    answer = client.post(page_of(quartets), {f"attacker-{team.pk}-1": team.members.all()[0].pk})

    assert "Enregistrer" not in page.text
    assert answer.status_code == 403
    assert not Attacker.objects.exists()


def test_the_page_costs_the_same_for_five_teams_and_for_seven(
    signed_in: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for shape in ("", "fft-quartets-7-6-7-4"):
        quartets = make_team_tournament(make_club(), "quartets", shape=shape, is_seated=True)
        signed_in.force_login(make_user(f"Chef {shape}", club=quartets.club))
        signed_in.get(page_of(quartets))
        with django_assert_num_queries(11):
            signed_in.get(page_of(quartets))


def test_a_substitute_attacks_in_the_place_of_the_member(signed_in: Client, quartets: Tournament) -> None:
    team, second_team = quartets.entries.order_by("pk")[:2]
    members, session = list(team.members.all()), quartets.sessions.get()
    first, second = make_people(quartets.club, 2)
    signed_in.post(
        page_of(quartets),
        {
            f"attacker-{team.pk}-1": members[0].pk,
            f"attacker-{second_team.pk}-1": second_team.members.all()[0].pk,
        },
    )
    replaced = {"session": session, "made_by": None}
    replace_player(leaves=members[0].person, person=first, first_round=2, **replaced)
    # the member comes back, and another one leaves
    replace_player(leaves=first, person=members[0].person, first_round=4, **replaced)
    replace_player(leaves=members[1].person, person=second, first_round=1, **replaced)

    attackers = named_attackers(session.sections.get())
    choices = dict(signed_in.get(page_of(quartets)).context["form"].fields[f"attacker-{team.pk}-1"].choices)

    member = members[0].person
    assert [attackers[team.pk, number] for number in (1, 2, 3, 4)] == [member, first, first, member]
    assert {attackers[second_team.pk, number] for number in (1, 2, 3, 4)} == {
        second_team.members.all()[0].person
    }
    assert choices[str(members[0].pk)] == (f"{member}, {first} dès la position 2, {member} dès la position 4")
    assert choices[str(members[1].pk)] == f"{members[1]}, {second} dès la position 1"
    assert choices[str(members[2].pk)] == str(members[2])
