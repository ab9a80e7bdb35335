"""Page of a competition: only the fields of its kind, and a note when its ranking is late."""

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.enums import CompetitionKind
from tournaments.models import Club, Competition
from tournaments.seasons.services.competitions import CompetitionPlan, create_competition


def make(club: Club, kind: CompetitionKind) -> Competition:
    plan = CompetitionPlan(name="Coupe", kind=kind, best_events=3)
    return create_competition(club=club, plan=plan, created_by=None)


@pytest.mark.parametrize(
    ("kind", "is_asked"), [(CompetitionKind.CHAMPIONSHIP, True), (CompetitionKind.SIMULTANEOUS, False)]
)
def test_a_simultaneous_has_no_fields_of_a_championship(
    signed_in: Client, club: Club, kind: CompetitionKind, is_asked: bool
) -> None:
    path = reverse("organiser-competition", args=[club.slug, make(club, kind).pk])

    form = signed_in.get(path).context["form"]
    signed_in.post(path, {name: form[name].value() or "" for name in form.fields} | {"name": "Autre"})

    assert ("least_events" in form.fields) is is_asked
    competition = Competition.objects.get()
    assert (competition.name, competition.best_events) == ("Autre", 3)


@pytest.mark.parametrize("is_late", [True, False])
def test_the_ranking_says_that_a_change_is_not_in_it_yet(
    signed_in: Client, club: Club, is_late: bool
) -> None:
    competition = make(club, CompetitionKind.CHAMPIONSHIP)
    competition.requests.all().delete()
    if is_late:
        competition.requests.create()

    page = signed_in.get(reverse("organiser-competition", args=[club.slug, competition.pk])).text

    assert ("Un changement récent n’y est pas encore" in page) is is_late
