"""The director's page of the hall: what it shows, what its keys do, how it stays up to date."""

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tables import make_device, open_table, plays_of, round_of, sit_down, write_down
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.enums import EventRole
from tournaments.hall.services.hall_calls import call_referee
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.models import HallCall, HallMessage, Play, ResultFlag, RoundClock
from tournaments.results.services.flags import raise_flag, resolve_flag

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


@pytest.fixture
def desk(evening):
    client = Client()
    client.force_login(make_user("Directrice", tournament=evening))
    return client


def path(evening, name="organiser-hall", *arguments):
    return reverse(name, args=[evening.slug, *arguments])


def turn(desk, evening, action):
    return desk.post(path(evening, "organiser-clock-turn", action), follow=True)


def call_from(evening, number=3, reason=""):
    access = open_table(evening, number)
    return call_referee(access=access, this_round=round_of(access), device=make_device(), reason=reason)


def test_before_the_seats_are_fixed_the_page_says_what_to_do(desk, evening):
    prepared = make_tournament(evening.club)
    desk.force_login(make_user("Autre", tournament=prepared))

    page = desk.get(path(prepared))

    assert "Fixez d’abord les places" in page.text
    assert "data-refresh=" not in page.text


def test_an_evening_by_the_clock(desk, evening):
    page = desk.get(path(evening))
    assert 'value="28"' in page.text
    assert "sans horloge" in page.text

    desk.post(path(evening, "organiser-clock-set"), {"round_number": 2, "minutes": 30})
    assert "pas encore commencée" in desk.get(path(evening)).text
    assert "La position commence." in turn(desk, evening, "partir").text
    assert "L’horloge est arrêtée." in turn(desk, evening, "arreter").text
    assert "L’horloge repart." in turn(desk, evening, "reprendre").text
    desk.post(path(evening, "organiser-clock-extend"), {"minutes": -5})
    clock = RoundClock.objects.get()
    assert (clock.round_number, clock.length + clock.added) == (2, timedelta(minutes=25))
    turn(desk, evening, "suivante")

    clock.refresh_from_db()
    assert (clock.round_number, clock.started_at, clock.length) == (3, None, timedelta(minutes=30))


def test_what_the_clock_refuses_is_said(desk, evening):
    assert "Réglez d’abord l’horloge" in turn(desk, evening, "partir").text
    wrong = desk.post(path(evening, "organiser-clock-set"), {"round_number": 9, "minutes": 30})
    too_long = desk.post(path(evening, "organiser-clock-set"), {"round_number": 1, "minutes": 900})

    assert (wrong.status_code, too_long.status_code) == (422, 422)
    assert "Une position dure de 1 à 300 minutes." in too_long.text
    assert 'value="900"' in too_long.text
    assert desk.post(path(evening, "organiser-clock-turn", "danser")).status_code == 404
    no_number = desk.post(path(evening, "organiser-clock-extend"), {"minutes": "cinq"}, follow=True)
    assert "Saisissez un nombre entier." in no_number.text


def test_a_call_is_shown_taken_and_closed(desk, evening):
    call = call_from(evening, reason="renonce")
    page = desk.get(path(evening))
    assert "renonce" in page.text
    assert 'data-call="3"' in page.text
    board = min(
        play.board for play in list_plays(evening) if (play.round.number, play.table.number) == (1, 3)
    )
    assert f"etui={board}&amp;table=3&amp;position=1&amp;changer=1" in page.text

    desk.post(path(evening, "organiser-call-take", call.pk))
    assert "Directrice y va" in desk.get(path(evening)).text
    desk.post(path(evening, "organiser-call-close", call.pk))

    assert HallCall.objects.get().closed_by is not None
    assert 'data-call="3"' not in desk.get(path(evening)).text


def test_the_desk_says_which_tables_call(desk, evening):
    call_from(evening, 3)
    call_from(evening, 5)

    page = desk.get(reverse("organiser-desk", args=[evening.slug]))
    again = desk.get(path(evening, "organiser-hall-calls"), {"shown": "3-5"})

    assert "Les tables 3, 5 appellent l’arbitre." in page.text
    assert again.status_code == 204


@pytest.mark.postgres
def test_desk_names_disputes_until_they_are_answered(desk, evening):
    access, device = open_table(evening, 3), make_device()
    first, second = plays_of(access)[:2]
    sit_down(access, 0, device=device)

    def dispute(play: Play) -> ResultFlag:
        slip = write_down(access, play, device)
        raise_flag(access=access, play=play, device=device, seen_version=slip.version, text="45 points")
        return ResultFlag.objects.get(play=play)

    def live_part(role: EventRole | None = None) -> HttpResponse:
        client = desk
        if role is not None:
            client = Client()
            client.force_login(make_user(role.label, tournament=evening, role=role))
        return client.get(path(evening, "organiser-hall-calls"), {"shown": shown})

    def link(address: str) -> str:
        return f'href="{address}">Voir ce qui est contesté'

    shown = ""
    before = live_part()
    flag = dispute(first)
    own_page = link(path(evening, "organiser-flag", flag.pk))
    all_results = link(path(evening, "organiser-results"))

    desk_page = desk.get(reverse("organiser-desk", args=[evening.slug]))
    live = live_part()
    for_treasurer, for_checker = live_part(EventRole.TREASURER), live_part(EventRole.CHECKER)
    shown = live.context["waits"].mark
    again = live_part()
    later_flag = dispute(second)
    for_two = live_part()
    resolve_flag(flag=flag, note="Recompté.", resolved_by=make_user("Arbitre"))
    for_other = live_part()
    resolve_flag(flag=later_flag, note="Recompté.", resolved_by=make_user("Second arbitre"))

    assert (before.status_code, live.status_code, again.status_code) == (204, 200, 204)
    for answer in (desk_page, live, for_treasurer, for_checker):
        assert "1 résultat est contesté." in answer.text
    assert [own_page in answer.text for answer in (desk_page, live, for_treasurer)] == [True, True, False]
    assert (own_page in for_checker.text, all_results in for_checker.text) == (False, True)
    assert "2 résultats sont contestés." in for_two.text
    assert all_results in for_two.text
    assert link(path(evening, "organiser-flag", later_flag.pk)) in for_other.text
    assert "contesté" not in live_part().text


def test_a_message_goes_to_those_who_were_chosen(desk, evening):
    message_page = desk.get(path(evening), {"table": "4"})
    assert '<option value="table-4" selected>' in message_page.text

    desk.post(path(evening), {"text": "Venez voir l’arbitre", "to": "table-4", "minutes": 5})
    desk.post(path(evening), {"text": "Pause", "to": "all", "minutes": 10})

    pause, to_table = HallMessage.objects.all()
    assert (to_table.table.number, pause.table, pause.section) == (4, None, None)
    page = desk.get(path(evening)).text
    assert "Venez voir l’arbitre" in page
    desk.post(path(evening, "organiser-message-take-back", pause.pk))
    assert ">Pause" not in desk.get(path(evening)).text
    assert HallMessage.objects.get(pk=pause.pk).expires_at <= timezone.now()


@pytest.mark.parametrize(
    "wrong", [{"text": ""}, {"to": "table-99"}, {"minutes": "0"}, {"text": "x" * 201}, {"to": "section-7"}]
)
def test_a_message_that_cannot_be_sent_comes_back_as_it_was_typed(desk, evening, wrong):
    page = desk.post(path(evening), {"text": "Pause café", "to": "all", "minutes": "10"} | wrong)

    assert page.status_code == 422
    assert HallMessage.objects.count() == 0
    assert "field-error" in page.text
    assert "text" in wrong or 'value="Pause café"' in page.text


def test_the_wall_is_sent_again_only_when_something_changed(desk, evening):
    live = path(evening, "organiser-hall-live")
    first = desk.get(live)
    mark = first.context["wall"].mark
    assert desk.get(live, {"shown": mark}).status_code == 204

    enter_result(next(play for play in list_plays(evening) if play.round.number == 1), 56)

    changed = desk.get(live, {"shown": mark})
    assert changed.status_code == 200
    assert "1/4" in changed.text


def test_a_table_says_what_it_misses_and_where_to_enter_it(desk, evening):
    call_from(evening, reason="écart")
    plays = [p for p in list_plays(evening) if p.round.number == 1 and p.table.number == 3]
    enter_result(plays[0], 56)

    page = desk.get(path(evening, "organiser-hall-table", 3))

    assert "écart" in page.text
    assert page.text.count("Saisir") == 3
    entry = f"{reverse('organiser-traveller', args=[evening.slug, plays[1].board])}#p{plays[1].pk}"
    assert f'href="{entry}"' in page.text
    ruling = f"?faute=&amp;etui={plays[1].board}&amp;table=3&amp;position=1&amp;changer=1"
    assert ruling in page.text
    form = desk.get(reverse("organiser-ruling-give", args=[evening.slug]) + ruling.replace("&amp;", "&"))
    assert f'name="etui" value="{plays[1].board}"' in form.text


def test_who_only_checks_reads_the_wall_and_turns_nothing(evening):
    call_from(evening)
    client = Client()
    client.force_login(make_user("Vérif", tournament=evening, role=EventRole.CHECKER))

    page = client.get(path(evening))

    assert "appelle l’arbitre" in page.text
    assert "J’y vais" not in page.text
    assert "Régler l’horloge" not in page.text


@pytest.mark.parametrize("table_count", [5, 7])
def test_the_hall_costs_the_same_for_any_number_of_tables(table_count, django_assert_num_queries):
    evening = make_seated_tournament(make_club(), table_count=table_count, is_dealt=False)
    desk = Client()
    desk.force_login(make_user("Directrice", tournament=evening))
    send_hall_message(session=evening.sessions.get(), text="Pause", minutes=5, sent_by=None)
    live = path(evening, "organiser-hall-live")

    with django_assert_num_queries(14):
        page = desk.get(live)
    with django_assert_num_queries(13):
        desk.get(live, {"shown": page.context["wall"].mark})
