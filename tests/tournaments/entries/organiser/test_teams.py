"""Teams on pages: listed, entered, changed."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_people, make_team_tournament
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db


def post(client: Client, address: str, *args: Any, **fields: object) -> Any:
    data = {field.replace("_", "-"): str(value) for field, value in fields.items()}
    return client.post(reverse(address, args=args), data)


def test_list_names_teams_captain_and_members(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "triplets", is_entered=True)

    page = signed_in.get(reverse("organiser-entries", args=[tournament.slug])).content.decode()

    assert "Équipe 1" in page
    assert "NOM01 Ana (capitaine)" in " ".join(page.split())
    assert reverse("organiser-team-add", args=[tournament.slug]) not in page  # every place is taken


def test_list_costs_the_same_for_six_teams_and_for_ten(
    signed_in: Client, club: Club, django_assert_num_queries: Any
) -> None:
    for shape in ("", "fft-triplet-howell-5-9-10-3"):
        tournament = make_team_tournament(club, "triplets", shape=shape, is_entered=True)
        with django_assert_num_queries(9):
            signed_in.get(reverse("organiser-entries", args=[tournament.slug]))


def test_team_is_entered_and_the_next_one_follows(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "triplets")
    people = make_people(club, 3)

    response = post(
        signed_in, "organiser-team-add", tournament.slug, name="Les Atouts", next="",
        member_0=people[1].pk, member_1=people[0].pk, member_2=people[2].pk,
    )  # fmt: skip

    assert response.headers["Location"] == reverse("organiser-team-add", args=[tournament.slug])
    team = tournament.entries.get()
    assert (team.name, team.person) == ("Les Atouts", people[1])
    following = signed_in.get(response.headers["Location"])
    assert following.context["form"].fields["member-0"].choices == [("", "–")]


def test_refusal_is_told_at_its_member_and_the_input_stays(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "triplets")
    people = make_people(club, 2)

    response = post(
        signed_in, "organiser-team-add", tournament.slug, name="Deux",
        member_0=people[0].pk, member_1=people[1].pk, member_2=people[0].pk,
    )  # fmt: skip

    assert set(response.context["form"].errors) == {"member-2"}
    assert 'value="Deux"' in response.content.decode()
    assert not tournament.entries.exists()


@pytest.mark.parametrize(("format_code", "fields", "required"), [("triplets", 3, 3), ("teams", 6, 4)])
def test_form_asks_for_as_many_as_a_team_has(
    signed_in: Client, club: Club, format_code: str, fields: int, required: int
) -> None:
    tournament = make_team_tournament(club, format_code)

    form = signed_in.get(reverse("organiser-team-add", args=[tournament.slug])).context["form"]

    members = [field for name, field in form.fields.items() if name.startswith("member-")]
    assert (len(members), sum(field.required for field in members)) == (fields, required)


def test_team_is_changed(signed_in: Client, club: Club) -> None:
    tournament = make_team_tournament(club, "triplets", is_seated=True)
    team = tournament.entries.order_by("pk")[0]
    first, second, third = (member.person for member in team.members.all())

    form = signed_in.get(reverse("organiser-team-change", args=[tournament.slug, team.pk])).context["form"]
    post(
        signed_in, "organiser-team-change", tournament.slug, team.pk, name="Autrement",
        member_0=third.pk, member_1=second.pk, member_2=first.pk,
    )  # fmt: skip

    assert [form[f"member-{place}"].value() for place in range(3)] == [first.pk, second.pk, third.pk]
    team.refresh_from_db()
    assert (team.name, team.person) == ("Autrement", third)


def test_adviser_of_teams_counts_teams(signed_in: Client, club: Club) -> None:
    address = reverse("organiser-tournament-create", args=[club.slug])

    page = signed_in.get(address, {"formule": "triplets", "joueurs": 10, "minutes": 300, "copies": 1})

    proposals = [row.proposal for row in page.context["proposals"]]
    assert proposals
    assert {proposal.format.code for proposal in proposals} == {"triplets"}
    assert {proposal.sections[0].request.player_count for proposal in proposals} == {10}


def test_tournament_of_teams_is_made_with_its_usual_shape(signed_in: Client, club: Club) -> None:
    address = reverse("organiser-tournament-create", args=[club.slug])
    form = signed_in.get(address, {"formule": "quartets"}).context["form"]

    fields = {"name": "Quadrettes", "starts_on": "2026-11-27", "format": "quartets", "round_count": ""}
    signed_in.post(address, fields | {"shape": form["shape"].value()})

    tournament = Tournament.objects.get()
    assert tournament.format == "quartets"
    assert tournament.sessions.get().sections.get().player_count == 5


def test_a_full_event_of_teams_offers_another_movement_and_the_waiting_list(
    signed_in: Client, club: Club
) -> None:
    tournament = make_team_tournament(club, "triplets", is_entered=True)

    page = signed_in.get(reverse("organiser-entries", args=[tournament.slug])).text

    assert "Pour une équipe de plus" in page
    assert reverse("organiser-registrations", args=[tournament.slug]) in page
    assert f"{reverse('organiser-movement-change', args=[tournament.slug])}?joueurs=7" in page


def test_first_badge_is_chosen_in_triplets_only(signed_in: Client, club: Club) -> None:
    triplets, quartets = (
        make_team_tournament(club, code, is_seated=True) for code in ("triplets", "quartets")
    )

    post(signed_in, "organiser-first-badge", triplets.slug, badge="white")

    triplets.refresh_from_db()
    assert triplets.options == {"first_badge": "white"}
    pages = [
        signed_in.get(reverse("organiser-entries", args=[tournament.slug]))
        for tournament in (triplets, quartets)
    ]
    assert [page.context["badge_form"] is None for page in pages] == [False, True]
    assert '<option value="white" selected>' in pages[0].content.decode()
    seats = signed_in.get(reverse("organiser-seats", args=[triplets.slug]), {"par": "joueur"})
    assert "<small>Blanc, Rouge</small>" in seats.content.decode()


def test_adviser_proposes_no_pools_whose_attackers_leave_their_team(signed_in: Client, club: Club) -> None:
    address = reverse("organiser-tournament-create", args=[club.slug])

    page = signed_in.get(address, {"formule": "triplets", "joueurs": 16, "minutes": 540, "copies": 2})

    sources = {source for row in page.context["proposals"] for source in row.sources}
    advised = page.context["advice"].proposals
    proposed = {section.source for proposal in advised for section in proposal.sections}
    assert "fft-emmanuel" in proposed
    assert sources == proposed - {"fft-emmanuel"}
