"""A person over all their evenings: the public page, the private link, following."""

import datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import (
    enter_result,
    make_club,
    make_people,
    make_seated_tournament,
    make_user,
)
from tournaments.core.merits import Merit
from tournaments.enums import MembershipRole, TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import AuditEvent, Entry, EventRecord, Person, Season, Seating, Tournament
from tournaments.people.services.person_links import (
    ensure_links,
    find_person,
    person_secret,
    renew_person_link,
    revoke_person_link,
)
from tournaments.seasons.queries.person_history import load_history

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def people(club):
    """Store three people who consent to be named."""
    new_people = make_people(club, 3)
    Person.objects.update(shows_full_name=True)
    return list(Person.objects.filter(pk__in=[person.pk for person in new_people]).order_by("pk"))


def add_event(club, number, places, *, total="0", deals=0, rating=None):
    """A finished public event in which people (by place) have a record each."""
    event = Tournament.objects.create(
        club=club,
        name=f"Soirée {number}",
        slug=f"soiree-{club.pk}-{number}",
        starts_on=datetime.date(2026, 1, 1) + datetime.timedelta(weeks=number),
        format="duplicate_individual",
        game="tarot-4",
        rule_set="fft",
        state=TournamentState.FINISHED,
        visibility=Visibility.PUBLIC,
    )
    for person, place in places.items():
        EventRecord.objects.create(
            tournament=event,
            person=person,
            place=place,
            field_size=20,
            duplicate_total=total,
            duplicate_deals=deals,
            rating_value=rating,
            season_points="12",
        )
    return event


def page_of(person):
    return reverse("public-person", args=[person.pk])


def own_page(person):
    ensure_links([person])
    return reverse("public-own-results", args=[person_secret(person)])


def test_history_counts_evenings_rivals_seasons_and_bests(club, people):
    anne, bob, carl = people
    Season.objects.create(club=club, name="2026", starts_on="2026-01-01", ends_on="2026-12-31", best_events=1)
    add_event(club, 1, {anne: 1, bob: 2, carl: 2}, total="1200", deals=20, rating=1510.0)
    add_event(club, 2, {anne: 5, bob: 2}, total="900", deals=20, rating=1490.0)

    history = load_history(anne)

    assert [event_row.record.place for event_row in history.evenings] == [5, 1]
    assert [event_row.percent for event_row in history.in_percent] == [Fraction(60), Fraction(45)]
    assert (history.best_place.record.place, history.best_rated.record.rating_value) == (1, 1510.0)
    assert [
        (event_row.person, event_row.together, event_row.ahead, event_row.behind)
        for event_row in history.rivals
    ] == [(bob, 2, 1, 1)]
    assert [(event_row.event_count, event_row.points) for event_row in history.seasons] == [(2, Fraction(12))]
    assert [event_row.merit for event_row in history.merits] == [Merit.WINNER, Merit.SIXTY]


def test_a_page_costs_the_same_queries_with_one_evening_and_with_four(
    club, people, django_assert_max_num_queries
):
    add_event(club, 1, dict.fromkeys(people, 3), total="900", deals=20, rating=1500.0)
    for number in range(2, 5):
        add_event(club, number, dict.fromkeys(people, 3), total="900", deals=20, rating=1500.0)

    with django_assert_max_num_queries(10):
        page = Client().get(page_of(people[0]))

    assert page.text.count("<circle") == 8
    assert people[1].public_name in page.text


def test_only_those_who_agree_have_a_page_and_are_named_on_others(club, people):
    anne, bob, _carl = people
    add_event(club, 1, dict.fromkeys(people, 3))
    add_event(club, 2, dict.fromkeys(people, 3))
    page_shown = Client().get(page_of(bob))
    Person.objects.filter(pk=anne.pk).update(shows_full_name=False)

    assert anne.public_name in page_shown.text
    assert Client().get(page_of(anne)).status_code == 404
    assert anne.last_name.upper() not in Client().get(page_of(bob)).text


def test_an_event_that_hides_its_ranking_or_is_private_is_in_nobodys_history(club, people):
    for number in (1, 2, 3):
        add_event(club, number, dict.fromkeys(people, 3))
    Tournament.objects.filter(name="Soirée 1").update(showing={"ranking": "hidden"})
    Tournament.objects.filter(name="Soirée 2").update(visibility=Visibility.PRIVATE)

    assert [event_row.record.tournament.name for event_row in load_history(people[0]).evenings] == [
        "Soirée 3"
    ]


def test_the_private_link_opens_what_has_no_public_page(club, people):
    anne = people[0]
    add_event(club, 1, {anne: 3})
    Person.objects.update(shows_full_name=False)

    page = Client().get(own_page(anne))

    assert "Soirée 1" in page.text
    assert page["Cache-Control"].startswith("max-age=0")


@pytest.mark.parametrize("secret", ["x", "1", "1-", "1-abc", "²-a", "9" * 30 + "-a"])
def test_no_other_secret_opens_anything(people, secret):
    assert find_person(secret) is None
    assert Client().get(reverse("public-own-results", args=[secret])).status_code == 404


def test_a_renewed_or_withdrawn_link_opens_nothing_any_more(club, people):
    claire = make_user(club=club, role=MembershipRole.OWNER)
    first = person_secret(renew_person_link(person=people[0], made_by=claire))
    second = person_secret(renew_person_link(person=people[0], made_by=claire))

    people_found = [find_person(first), find_person(second)]
    revoke_person_link(person=people[0], revoked_by=claire)

    assert people_found == [None, people[0]]
    assert find_person(second) is None
    actions = AuditEvent.objects.filter(action__startswith="person.link").values_list("action", flat=True)
    assert sorted(actions) == ["person.link_made", "person.link_made", "person.link_revoked"]


def test_link_that_another_message_has_got_meanwhile_stays(people):
    ana, copy = people[0], Person.objects.get(pk=people[0].pk)

    ensure_links([ana])
    ensure_links([copy])

    assert person_secret(copy) == person_secret(ana) != ""
    assert find_person(person_secret(ana)) == ana


def test_keepers_make_and_withdraw_the_link_on_a_page(club, people):
    client = Client()
    client.force_login(make_user(club=club, role=MembershipRole.OWNER))
    address = reverse("organiser-person-link", args=[club.slug, people[0].pk])

    link_page = client.post(address, follow=True)
    withdrawal_page = client.post(address, {"withdraw": "1"}, follow=True)

    people[0].refresh_from_db()
    assert "/mes-resultats/" in link_page.context["address"]
    assert (withdrawal_page.context["address"], people[0].link_nonce) == ("", "")


@pytest.fixture
def evening():
    return set_visibility(
        tournament=make_seated_tournament(make_club()), visibility=Visibility.PUBLIC, set_by=None
    )


def test_the_private_link_leads_to_tonights_evening_as_its_player_sees_it(evening):
    Tournament.objects.update(showing={"is_own_alone": True})
    entry = Entry.objects.first()
    client, own_address = Client(), own_page(entry.person)

    page = client.get(own_address)
    client.post(own_address)
    tonight = client.get(reverse("public-own-evening", args=[own_address.split("/")[2], evening.slug]))
    of_all = reverse("public-player", args=[evening.slug, entry.pk])
    public = Client().get(of_all)

    assert page.context["running"] == [entry]
    assert (tonight.context["sees_results"], public.context["sees_results"]) == (True, False)
    assert client.get(of_all).context["is_own"]


def test_a_player_alone_reads_the_scores_of_his_etuis_that_circulate(evening):
    entry = Entry.objects.first()
    seating = Seating.objects.get(entry=entry, round__number=1)
    play = seating.round.plays.filter(table=seating.table)[0]
    enter_result(play, 62)
    own_address = reverse("public-own-evening", args=[own_page(entry.person).split("/")[2], evening.slug])

    page = Client().get(own_address)
    public = Client().get(reverse("public-player", args=[evening.slug, entry.pk]))

    assert [deal.score for deal in page.context["report"].deals].count(62) == 1
    assert [deal.score for deal in public.context["report"].deals] == [None] * 20
    for text in (page.text, public.text):
        assert ("en circulation" in text, "à jouer" in text) == (True, True)


def test_an_evening_of_two_sessions_leads_from_one_to_the_other(evening):
    entry = Entry.objects.first()
    evening.sessions.create(number=2)
    secret = own_page(entry.person).split("/")[2]

    for address in (
        reverse("public-player", args=[evening.slug, entry.pk]),
        reverse("public-own-evening", args=[secret, evening.slug]),
    ):
        page = Client().get(address, {"seance": "1"})
        assert [f'href="{address}?seance={number}"' in page.text for number in (1, 2)] == [True, True]


def test_the_private_link_of_somebody_who_does_not_play_opens_no_evening(evening, people):
    ensure_links(people[:1])

    page = Client().get(reverse("public-own-evening", args=[person_secret(people[0]), evening.slug]))

    assert page.status_code == 404


def test_people_and_clubs_are_followed_on_a_device(club, people):
    add_event(club, 1, {people[0]: 3})
    client, second_client = Client(), Client()
    for address in (page_of(people[0]), page_of(people[1])):
        client.post(f"{address}suivre/")
    client.post(reverse("public-club-follow", args=[club.slug]))

    followed = client.get(reverse("public-follows")).context
    client.post(f"{page_of(people[0])}suivre/")
    fewer = client.get(reverse("public-follows")).context

    assert {follow.person: follow.last and follow.last.place for follow in followed["people"]} == {
        people[0]: 3,
        people[1]: None,
    }
    assert [(follow.club, [event.name for event in follow.events]) for follow in followed["clubs"]] == [
        (club, ["Soirée 1"])
    ]
    assert [follow.person for follow in fewer["people"]] == [people[1]]
    assert second_client.get(reverse("public-follows")).context["people"] == []


def test_who_withdraws_his_consent_is_followed_no_more(club, people):
    add_event(club, 1, {people[0]: 3})
    client = Client()
    client.post(f"{page_of(people[0])}suivre/")
    Person.objects.update(shows_full_name=False)

    assert client.get(reverse("public-follows")).context["people"] == []
