"""The page of what shows, its presets, and the click on the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.base.queries.showing import showing_of
from tournaments.core.showing import PRESETS, Moment, Part, Showing, showing_document
from tournaments.enums import EventRole, TournamentState, Visibility
from tournaments.events.services.showing import set_showing
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    tournament = make_tournament(make_club())
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC)
    return tournament


@pytest.fixture
def director(evening: Tournament) -> Client:
    client = Client()
    client.force_login(make_user(tournament=evening, role=EventRole.DIRECTOR))
    return client


def address(tournament: Tournament, name: str = "organiser-showing") -> str:
    return reverse(name, args=[tournament.slug])


def chosen(tournament: Tournament) -> Showing:
    tournament.refresh_from_db()
    return showing_of(tournament)


@pytest.mark.parametrize("code", PRESETS)
def test_a_preset_chooses_everything_at_once(director: Client, evening: Tournament, code: str) -> None:
    set_showing(tournament=evening, showing=Showing(is_own_alone=True), set_by=None)

    director.post(address(evening), {"preset": code})

    assert chosen(evening) == PRESETS[code]


def test_every_part_is_chosen_by_itself(director: Client, evening: Tournament) -> None:
    expected_showing = Showing(boards=Moment.SESSION, hands=Moment.END, held_rounds=3, is_own_alone=True)
    form = {
        name: "on" if value is True else value for name, value in showing_document(expected_showing).items()
    }

    answer = director.post(address(evening), form)

    assert answer.status_code == 302
    assert chosen(evening) == expected_showing


def test_a_wrong_choice_is_shown_again(director: Client, evening: Tournament) -> None:
    answer = director.post(
        address(evening), showing_document(Showing()) | {"held_rounds": "51", "hands": "x"}
    )

    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"held_rounds", "hands"}
    assert chosen(evening) == Showing()


def test_the_desk_hides_and_shows_the_ranking_with_one_click(director: Client, evening: Tournament) -> None:
    switch = address(evening, "organiser-showing-switch")
    desk = address(evening, "organiser-desk")

    answers = [
        director.post(switch, {"hide": "ranking", "desk": "yes"}, follow=True),
        director.post(switch, {"show": "ranking", "desk": "yes"}, follow=True),
    ]

    assert [answer.redirect_chain[-1][0] for answer in answers] == [desk, desk]
    assert [answer.context["ranking_waits"] for answer in answers] == [Moment.HIDDEN, None]


def test_the_page_tells_what_the_public_sees_now(director: Client, evening: Tournament) -> None:
    set_showing(tournament=evening, showing=Showing(ranking=Moment.HIDDEN, boards=Moment.END), set_by=None)
    page = director.get(address(evening))
    Tournament.objects.filter(pk=evening.pk).update(state=TournamentState.FINISHED)

    parts_shown = [
        {row.part for row in part.context["now"] if row.is_shown}
        for part in (page, director.get(address(evening)))
    ]

    assert parts_shown == [set(Part) - {Part.RANKING, Part.BOARDS}, set(Part) - {Part.RANKING}]
