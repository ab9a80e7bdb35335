"""Entries expected at the reception, as listed on the page of arrivals."""

import pytest

from tests.factories.tournaments import make_club, make_entered_tournament
from tournaments.entries.queries.arrivals import load_arrivals


@pytest.mark.postgres
@pytest.mark.django_db
def test_accented_names_stand_among_their_letters() -> None:
    tournament = make_entered_tournament(make_club())
    people = [entry.person for entry in tournament.entries.all()[:3]]
    for person, name in zip(people, ("Écluse", "Durand", "Ferrand"), strict=True):
        person.last_name = name
        person.save()

    last_names = [line.entry.person.last_name for line in load_arrivals(tournament).lines]

    assert last_names[:3] == ["Durand", "Écluse", "Ferrand"]
