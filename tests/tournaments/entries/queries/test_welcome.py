"""Who is expected at the door, as the page of arrivals lists them."""

import pytest

from tests.factories.tournaments import fill_tournament, make_club, make_tournament
from tournaments.entries.queries.welcome import load_welcome


@pytest.mark.django_db
def test_accented_names_stand_among_their_letters() -> None:
    tournament = fill_tournament(make_tournament(make_club()))
    people = [entry.person for entry in tournament.entries.all()[:3]]
    for person, name in zip(people, ("Écluse", "Durand", "Ferrand"), strict=True):
        person.last_name = name
        person.save()

    shown = [line.entry.person.last_name for line in load_welcome(tournament).lines]

    assert shown[:3] == ["Durand", "Écluse", "Ferrand"]
