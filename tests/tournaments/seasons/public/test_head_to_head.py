"""Two people over all the evenings that they share."""

import datetime
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from games.core.dealing.boards import board_taker
from tests.factories.tournaments import (
    EVENING,
    enter_result,
    enter_results,
    give_penalty,
    list_plays,
    make_club,
    make_people,
    make_seated_tournament,
    make_team_tournament,
)
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Entry, EventRecord, Person, Ruling, Substitution, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.seasons.queries.head_to_head import load_head_to_head

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def evening(club):
    return make_seated_tournament(club, is_dealt=False)


def finish(tournament, places, *, weeks=0):
    """Public and finished, with a record of 50 % for people by place."""
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.FINISHED,
        visibility=Visibility.PUBLIC,
        starts_on=EVENING + datetime.timedelta(weeks=weeks),
    )
    EventRecord.objects.bulk_create(
        EventRecord(
            tournament=tournament,
            person=person,
            place=place,
            field_size=20,
            duplicate_total="1000",
            duplicate_deals=20,
        )
        for person, place in places.items()
    )


def at(evening, table, seat):
    return Entry.objects.get(tournament=evening, start_table=table, start_seat=seat).person


def page_of(first, second, client=None):
    return (client or Client()).get(reverse("public-person-head-to-head", args=[first.pk, second.pk]))


def test_it_says_who_was_ahead_how_often_from_both_sides(club, evening):
    ana, bob = at(evening, 1, 0), at(evening, 1, 1)
    finish(evening, {ana: 3, bob: 5})
    for weeks, places in ((1, {ana: 4, bob: 4}), (2, {ana: 9, bob: 1}), (3, {ana: 2, bob: 7})):
        event = Tournament.objects.create(
            club=club,
            name=f"Soirée {weeks}",
            slug=f"vs-{club.pk}-{weeks}",
            starts_on=EVENING,
            format="duplicate_individual",
            game="tarot-4",
            rule_set="fft",
        )
        finish(event, places, weeks=weeks)

    head_to_head, turned = load_head_to_head(ana, bob), load_head_to_head(bob, ana)

    assert (head_to_head.leads, head_to_head.level, turned.leads) == ((2, 1), 1, (1, 2))
    assert [evening.tournament.name for evening in head_to_head.apart][:3] == [
        "Soirée 3",
        "Soirée 2",
        "Soirée 1",
    ]
    assert [(side.place, side.percent, side.leads) for side in head_to_head.apart[-1].sides] == [
        (3, Fraction(50), True),
        (5, Fraction(50), False),
    ]
    assert [evening.has_both_entries for evening in head_to_head.apart] == [False, False, False, True]


def test_meetings_at_a_table_tell_who_attacked_and_what_came_of_it(evening):
    people = [at(evening, 1, seat) for seat in range(4)]
    taker = board_taker(1)
    plays = [play for play in list_plays(evening) if play.round.number == 1 and play.table.number == 1]
    enter_results(zip(plays, (60, -80, 120, 70), strict=True))
    finish(evening, dict.fromkeys(people, 1))
    takers = [board_taker(play.board) for play in plays]
    first, second = people[taker], people[(taker + 1) % 4]

    meetings = load_head_to_head(first, second).meetings

    own_scores = [score for seat, score in zip(takers, (60, -80, 120, 70), strict=True) if seat == taker]
    rival_scores = [
        score for seat, score in zip(takers, (60, -80, 120, 70), strict=True) if seat == (taker + 1) % 4
    ]
    assert [list(side.scores) for side in meetings.attacks] == [own_scores, rival_scores]
    assert (meetings.count, meetings.defended, meetings.others) == (
        4,
        4 - len(own_scores) - len(rival_scores),
        0,
    )
    assert meetings.attacks[0].mean == Fraction(sum(own_scores), len(own_scores))
    assert meetings.attacks[0].made == sum(score > 0 for score in own_scores)


def test_what_is_hidden_ruled_or_played_by_a_substitute_is_no_meeting(evening):
    people = [at(evening, 1, seat) for seat in range(4)]
    play = next(play for play in list_plays(evening) if play.round.number == 1 and play.table.number == 1)
    enter_result(play, 60)
    finish(evening, dict.fromkeys(people, 1))

    def count():
        return load_head_to_head(people[0], people[1]).meetings.count

    first_count = count()
    Tournament.objects.update(showing={"boards": "hidden"})
    hidden = count()
    Tournament.objects.update(showing={})
    session = evening.sessions.get()
    give_penalty(session, evening.entries.all()[0])
    Ruling.objects.update(play=play)
    ruled = count()
    Ruling.objects.all().delete()
    leaves = evening.entries.get(person=people[0])
    Substitution.objects.create(
        session=session, entry=leaves, leaves=people[0], person=make_people(evening.club, 1)[0], first_round=2
    )

    assert (first_count, hidden, ruled, count()) == (1, 0, 0, 0)


def test_team_mates_are_not_compared_but_counted_together(club):
    event = make_team_tournament(club, "triplets", is_entered=True)
    ana, bob = [member.person for member in event.entries.all()[0].members.all()][:2]
    finish(event, {ana: 2, bob: 2})

    head_to_head = load_head_to_head(ana, bob)
    text = page_of(ana, bob).text

    assert (head_to_head.apart, [len(evening.sides) for evening in head_to_head.together]) == ((), [1])
    assert "Dans la même équipe" in text
    assert "L’un face à l’autre" not in text


def test_both_must_agree_to_be_named_but_the_reader_of_his_own_link(evening):
    ana, bob = at(evening, 1, 0), at(evening, 1, 1)
    finish(evening, {ana: 3, bob: 5})
    ensure_links([ana])
    own_address = reverse("public-own-head-to-head", args=[person_secret(ana), bob.pk])

    def statuses():
        return [
            page_of(ana, bob).status_code,
            page_of(bob, ana).status_code,
            Client().get(own_address).status_code,
        ]

    agreed = statuses()
    Person.objects.filter(pk=ana.pk).update(shows_full_name=False)
    first_withdrew = statuses()
    Person.objects.filter(pk=ana.pk).update(shows_full_name=True)
    Person.objects.filter(pk=bob.pk).update(shows_full_name=False)

    assert (agreed, first_withdrew, statuses()) == ([200] * 3, [404, 404, 200], [404] * 3)


def test_it_is_of_two_people_of_one_club(evening):
    ana = at(evening, 1, 0)
    finish(evening, {ana: 3})
    stranger = make_people(make_club("Ailleurs"), 1)[0]

    assert [page_of(ana, rival).status_code for rival in (ana, stranger)] == [404, 404]


def test_the_persons_page_leads_there(club, evening):
    ana, bob = at(evening, 1, 0), at(evening, 1, 1)
    finish(evening, {ana: 3, bob: 5})
    further_event = Tournament.objects.create(
        club=club,
        name="Autre",
        slug=f"vs-{club.pk}",
        starts_on=EVENING,
        format="duplicate_individual",
        game="tarot-4",
        rule_set="fft",
    )
    finish(further_event, {ana: 1, bob: 2})
    ensure_links([ana])
    pages = (
        (
            reverse("public-person", args=[ana.pk]),
            reverse("public-person-head-to-head", args=[ana.pk, bob.pk]),
        ),
        (
            reverse("public-own-results", args=[person_secret(ana)]),
            reverse("public-own-head-to-head", args=[person_secret(ana), bob.pk]),
        ),
    )

    assert [
        f'href="{link_address}"' in Client().get(page_address).text for page_address, link_address in pages
    ] == [True, True]


def test_its_cost_does_not_grow(club, evening, django_assert_max_num_queries):
    ana, bob = at(evening, 1, 0), at(evening, 1, 1)
    enter_results((play, 60) for play in list_plays(evening)[:40])
    finish(evening, {ana: 3, bob: 5})

    with django_assert_max_num_queries(9):
        assert page_of(ana, bob).context["shown"].meetings.count > 0
