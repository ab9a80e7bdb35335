"""The arrivals page."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.tournaments import (
    EVENING,
    fill_tournament,
    make_club,
    make_people,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.entries.queries.arrivals import Licence, licence_of, load_arrivals
from tournaments.entries.services.entries import mark_arrival
from tournaments.enums import EventRole
from tournaments.events.services.events import enter_people
from tournaments.models import Club, EntryFee, FeeRate, Person, Tournament
from tournaments.people.services.licences import keep_licence_list
from tournaments.seating.services.seating import apply_movement

QUIET = {"X-Etui-Part": "1"}


def path(tournament: Tournament, name: str = "arrivals", *args: object) -> str:
    return reverse(f"organiser-{name}", args=[tournament.slug, *args])


def make_event(club: Club, count: int = 3) -> Tournament:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, count), entered_by=None)
    FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    return tournament


def test_arrival_is_marked_and_taken_back_and_the_search_stays(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    entry = tournament.entries.all()[1]

    marked = signed_in.post(
        path(tournament, "arrivals-step", entry.pk, "arrive"), {"q": "nom", "reste": "1"}, follow=True
    )
    entry.refresh_from_db()
    assert entry.arrived_at is not None
    undone = signed_in.post(path(tournament, "arrivals-step", entry.pk, "absent"), follow=True)
    entry.refresh_from_db()

    assert marked.redirect_chain[0][0] == f"{path(tournament)}?q=nom&reste=1"
    assert [line.entry for line in marked.context["arrivals"].lines] == [
        neighbour for neighbour in tournament.entries.all() if neighbour != entry
    ]
    assert (marked.context["arrivals"].arrived, marked.context["arrivals"].missing) == (1, 2)
    assert undone.context["arrivals"].arrived == 0
    assert entry.arrived_at is None


def test_place_is_told_once_the_seats_are_fixed(signed_in: Client, club: Club) -> None:
    tournament = fill_tournament(make_tournament(club))
    entry = tournament.entries.get(start_table=1, start_seat=0)
    page_before = signed_in.get(path(tournament)).text

    apply_movement(tournament=tournament, seated_by=None)
    fixed = signed_in.get(path(tournament)).text

    badge = '<span class="badge">N1</span>'
    assert entry.person.last_name.upper() in page_before
    assert (badge in page_before, badge in fixed) == (False, True)


@pytest.mark.postgres
def test_payment_is_noted_with_one_button_and_counted(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    entry = tournament.entries.all()[0]

    paid = signed_in.post(path(tournament, "arrivals-step", entry.pk, "paye"), headers=QUIET)
    fee = EntryFee.objects.get(entry=entry)
    signed_in.post(path(tournament, "arrivals-step", entry.pk, "impaye"))

    assert fee.paid_cents == 1000
    assert paid.context["arrivals"].account.left == 2000
    assert EntryFee.objects.get(entry=entry).paid_cents == 0
    assert "payé 10,00" in paid.text
    assert "<html" not in paid.text


def test_chosen_means_is_noted_with_each_payment_and_goes_with_it(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    first, second, third = tournament.entries.all()
    steps = ((first, "arrive-paye", "cheque"), (second, "paye", ""), (third, "paye", "coquillages"))

    for entry, step, means in steps:
        answer = signed_in.post(path(tournament, "arrivals-step", entry.pk, step), {"moyen": means})
        assert answer.headers["location"] == path(tournament) + (f"?moyen={means}" if means else "")
    walk_in = signed_in.post(
        path(tournament, "walk-in"),
        {"visitor-last_name": "Roy", "paid": "1", "moyen": "card"},
        follow=True,
    )
    noted = list(EntryFee.objects.order_by("entry__person__last_name").values_list("paid_cents", "means"))
    signed_in.post(path(tournament, "arrivals-step", first.pk, "impaye"), {"moyen": "cheque"})

    assert noted == [(1000, "cheque"), (1000, ""), (1000, ""), (1000, "card")]
    assert EntryFee.objects.filter(paid_cents=0).values_list("means", flat=True).get() == ""
    assert re.search(r'value="card"\s+selected', walk_in.text)
    assert re.search(r"payé 10,00\s€\s*, chèque", walk_in.text)


@pytest.mark.postgres
def test_payment_without_a_rate_says_what_is_missing(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    FeeRate.objects.all().delete()

    answer = signed_in.post(
        path(tournament, "arrivals-step", tournament.entries.all()[0].pk, "paye"), follow=True
    )

    assert "pas encore de tarif" in answer.text


def test_unknown_step_is_no_page(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)

    assert (
        signed_in.post(path(tournament, "arrivals-step", tournament.entries.all()[0].pk, "x")).status_code
        == 404
    )


def test_another_device_hears_of_a_change_and_of_nothing_else(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    mark = signed_in.get(path(tournament)).context["arrivals"].mark
    live = path(tournament, "arrivals-live")

    unchanged = signed_in.get(live, {"shown": mark})
    narrowed = signed_in.get(live, {"shown": mark, "reste": "1"})
    mark_arrival(entry=tournament.entries.all()[0], is_here=True, marked_by=None)
    changed = signed_in.get(live, {"shown": mark})

    assert (unchanged.status_code, unchanged.content) == (204, b"")
    assert narrowed.status_code == 200
    assert changed.context["arrivals"].arrived == 1


@pytest.mark.parametrize(
    ("written", "found"), [("nom02", [1]), ("ana", [0, 1, 2]), ("", [0, 1, 2]), ("nobody", [])]
)
def test_list_is_narrowed_by_a_search(signed_in: Client, club: Club, written: str, found: list[int]) -> None:
    tournament = make_event(club)
    entries = list(tournament.entries.all())

    lines = load_arrivals(tournament, written).lines

    assert [line.entry for line in lines] == [entries[number] for number in found]


def test_card_and_member_and_name_find_a_team(club: Club) -> None:
    tournament = make_team_tournament(club, "triplets", is_entered=True)
    entry = tournament.entries.all()[0]
    member = entry.members.all()[2].person

    for search_text in (f"ETUI:{member.pk}", member.last_name, entry.name):
        assert entry in [line.entry for line in load_arrivals(tournament, search_text).lines]


@pytest.mark.parametrize(
    ("number", "until", "licence"),
    [
        ("", None, Licence.NONE),
        ("12", None, Licence.UNKNOWN),
        ("12", EVENING, Licence.VALID),
        ("12", EVENING - datetime.timedelta(days=1), Licence.EXPIRED),
    ],
)
def test_licence_is_judged_on_the_day_of_the_event(
    number: str, until: datetime.date | None, licence: Licence
) -> None:
    assert licence_of(Person(federation_number=number, licence_until=until), EVENING) == licence


@pytest.mark.postgres
def test_licence_to_check_is_said(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    people = [entry.person for entry in tournament.entries.all()]
    Person.objects.filter(pk=people[0].pk).update(federation_number="1")
    Person.objects.filter(pk=people[1].pk).update(federation_number="2", licence_until="2026-08-31")
    Person.objects.filter(pk=people[2].pk).update(federation_number="3", licence_until="2027-08-31")

    page = signed_in.get(path(tournament)).text

    assert page.count("licence à vérifier") == 2
    assert "finie le 31/08/2026" in page


def test_treasurer_keeps_the_door_and_a_scorer_does_not(client: Client, club: Club) -> None:
    tournament = make_event(club)
    client.force_login(make_user(tournament=tournament, role=EventRole.TREASURER))
    opened = client.get(path(tournament)).status_code
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    assert (opened, client.get(path(tournament)).status_code) == (200, 403)


def test_list_costs_the_same_for_one_and_for_twenty(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_event(club, 1)
    with django_assert_num_queries(10):
        signed_in.get(path(tournament))

    enter_people(tournament=tournament, people=make_people(club, 19), entered_by=None)

    with django_assert_num_queries(10):
        signed_in.get(path(tournament))


def test_one_button_marks_and_takes_the_fee_and_says_who(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    entry = tournament.entries.all()[0]

    page = signed_in.post(path(tournament, "arrivals-step", entry.pk, "arrive-paye"), headers=QUIET)

    entry.refresh_from_db()
    assert entry.arrived_at is not None
    assert EntryFee.objects.get(entry=entry).paid_cents == 1000
    assert f"{entry}\u00a0: arrivée et paiement notés." in page.text


def test_whoever_was_marked_is_named_though_the_row_leaves_the_list(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    entry = tournament.entries.all()[0]

    page = signed_in.post(
        path(tournament, "arrivals-step", entry.pk, "arrive"), {"reste": "1"}, headers=QUIET
    )

    assert entry not in [line.entry for line in page.context["arrivals"].lines]
    assert f"{entry}\u00a0: arrivée notée." in page.text


@pytest.mark.parametrize(
    ("format_code", "days", "told"),
    [
        ("free_deals", {}, 0),
        ("free_deals", {2: "2027-08-31"}, 2),
        ("friendly", {2: "2026-08-31"}, 0),
    ],
)
def test_licences_are_to_be_checked_where_one_is_asked_for_and_last_days_are_kept(
    signed_in: Client, club: Club, format_code: str, days: dict[int, str], told: int
) -> None:
    tournament = make_event(club)
    Tournament.objects.filter(pk=tournament.pk).update(format=format_code)
    for number, entry in enumerate(tournament.entries.all()):
        values = {"federation_number": f"47{number}", "licence_until": days.get(number)}
        Person.objects.filter(pk=entry.person_id).update(**values)

    assert signed_in.get(path(tournament)).text.count("licence à vérifier") == told


def test_a_licence_that_tells_namesakes_apart_stands_once_in_the_row(signed_in: Client, club: Club) -> None:
    twins = [
        Person.objects.create(club=club, last_name="Martin", first_name="Jean", federation_number=number)
        for number in ("4711", "4712")
    ]
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=twins, entered_by=None)

    page = signed_in.get(path(tournament, "arrivals-live")).text

    row = page[page.index("<strong>") : page.index("arrival-acts")]
    assert row.count("4711") == 1


def test_somebody_of_the_register_enters_at_the_door_with_one_tap(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    person = Person.objects.create(club=club, last_name="Œuvrard", first_name="Zoé")

    page = signed_in.get(path(tournament), {"q": "œuv zo"})
    answer = signed_in.post(path(tournament, "walk-in"), {"person": person.pk}, headers=QUIET)

    assert page.context["offers"] == [person]
    assert "ŒUVRARD Zoé\u00a0: inscrit, arrivée notée." in answer.text
    entry = tournament.entries.get(person=person)
    assert entry.arrived_at is not None
    assert not EntryFee.objects.exists()


def test_a_licensee_enters_at_the_door_with_one_tap(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    row = PlayerRow(last_name="ŒUVRARD", first_name="Zoé", number="4711", line=2)
    keep_licence_list(club=club, rows=[row], name="liste.csv", loaded_by=None)

    page = signed_in.get(path(tournament), {"q": "œuv zo"})
    (licensee,) = page.context["licensees"]
    answer = signed_in.post(path(tournament, "walk-in"), {"licensee": licensee.pk}, headers=QUIET)
    again = signed_in.post(path(tournament, "walk-in"), {"licensee": licensee.pk}, headers=QUIET)
    gone = signed_in.post(path(tournament, "walk-in"), {"licensee": "x"}, headers=QUIET)

    assert f'name="licensee"\n            value="{licensee.pk}"' in page.text
    assert "ŒUVRARD Zoé\u00a0: inscrit, arrivée notée." in answer.text
    assert tournament.entries.get(person__federation_number="4711").arrived_at is not None
    assert "a déjà la licence 4711." in again.text
    assert "Cette ligne n’est plus dans le fichier des licenciés" in gone.text


def test_somebody_unknown_enters_at_the_door_and_pays_the_fee_of_the_event(
    signed_in: Client, club: Club
) -> None:
    tournament = make_event(club)

    page = signed_in.get(path(tournament), {"q": "gürtler ina"})
    typed = {"visitor-last_name": "Gürtler", "visitor-first_name": "Ina", "paid": "1"}
    signed_in.post(path(tournament, "walk-in"), typed)

    assert page.context["visitor_form"].initial == {"last_name": "Gürtler", "first_name": "Ina"}
    assert "Inscrire, arrivé et payé 10,00" in " ".join(page.text.split())
    entry = tournament.entries.get(person__last_name="Gürtler")
    assert entry.arrived_at is not None
    assert EntryFee.objects.get(entry=entry).paid_cents == 1000


def test_the_door_refuses_a_blank_name_and_a_stranger_and_stores_nothing(
    signed_in: Client, club: Club
) -> None:
    tournament = make_event(club)
    elsewhere = Person.objects.create(club=make_club("Ailleurs"), last_name="Loin")

    blank = signed_in.post(path(tournament, "walk-in"), {"visitor-last_name": " "}, follow=True)
    foreign = signed_in.post(path(tournament, "walk-in"), {"person": elsewhere.pk})
    broken = signed_in.post(path(tournament, "walk-in"), {"person": "x"})

    assert "obligatoire" in blank.text
    assert (foreign.status_code, broken.status_code) == (404, 404)
    assert tournament.entries.count() == 3


def test_the_door_offers_nobody_once_the_seats_are_fixed(signed_in: Client, club: Club) -> None:
    tournament = make_event(club)
    Person.objects.create(club=club, last_name="Retard")
    Tournament.objects.filter(pk=tournament.pk).update(state="seated")

    page = signed_in.get(path(tournament), {"q": "retard"})

    assert "Aucun inscrit ne correspond" in page.text
    assert "offers" not in page.context
