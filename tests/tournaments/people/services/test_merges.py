"""Two rows of the register that are one person."""

import datetime

import pytest
from django.db.models import ForeignObjectRel

from common.errors import AppError
from tests.factories.tournaments import (
    make_club,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.enums import FollowKind
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Club, EventRecord, Follow, Person, PersonMerge, RecordsRequest
from tournaments.people.services.merges import MOVED, merge_people, undo_merge

pytestmark = pytest.mark.django_db


def make_pair(club: Club) -> tuple[Person, Person]:
    survivor = Person.objects.create(club=club, last_name="Durand", first_name="Anne", email="a@example.org")
    removed = Person.objects.create(
        club=club,
        last_name="Durant",
        first_name="Anne",
        federation_number="12",
        series="2",
        email="b@example.org",
        birth_year=1980,
        licence_until=datetime.date(2027, 8, 31),
        language="en",
        shows_full_name=True,
    )
    return survivor, removed


def test_everything_that_names_a_person_is_moved_or_made_again() -> None:
    naming = {
        (relation.related_model, relation.field.name)
        for relation in Person._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel)
    }
    fields = {field.attname for field in Person._meta.concrete_fields}

    assert naming - set(MOVED.values()) == {(EventRecord, "person")}
    assert set(MOVED.values()) <= naming
    assert fields - set(Person.register_fields()) == {
        "user_id",
        "id",
        "club_id",
        "is_fictitious",
        "is_withheld",
        "refuses_full_name",
        "erased_at",
        "link_nonce",
        "search_key",
        "sort_key",
        "told_by",
        "namesake_number",
        "public_number",
        "created_at",
    }


@pytest.mark.postgres
def test_who_is_kept_has_the_entries_and_what_he_lacked() -> None:
    club = make_club()
    user = make_user(club=club)
    survivor, removed = make_pair(club)
    first, second = make_tournament(club, name="Un"), make_tournament(club, name="Deux")
    enter_people(tournament=first, people=[survivor], entered_by=None)
    enter_people(tournament=second, people=[removed], entered_by=None)

    merge_people(kept=survivor, removed=removed, merged_by=user)

    survivor.refresh_from_db()
    event = AuditEvent.objects.latest("pk")
    assert [tournament.entries.get().person for tournament in (first, second)] == [survivor, survivor]
    assert list(Person.objects.filter(club=club)) == [survivor]
    assert (
        survivor.last_name, survivor.federation_number, survivor.series, survivor.email, survivor.birth_year,
    ) == (
        "Durand", "12", "2", "a@example.org", 1980,
    )  # fmt: skip
    assert (survivor.licence_until, survivor.language) == (datetime.date(2027, 8, 31), "en")
    assert not survivor.shows_full_name
    assert (event.action, event.actor) == ("person.merged", user)
    assert "b@example.org" not in str((event.before, event.after))
    assert [request.tournament for request in RecordsRequest.objects.all()] == [second]


@pytest.mark.postgres
def test_team_and_replacement_move_too_and_all_comes_back() -> None:
    club = make_club()
    teams = make_team_tournament(club, "triplets", is_entered=True)
    evening = make_seated_tournament(club, is_dealt=False)
    survivor = Person.objects.create(club=club, last_name="Durand")
    member = teams.entries.all()[0].members.all()[1]
    removed = member.person
    name = removed.full_name
    entry = evening.entries.exclude(person=removed).all()[0]
    substitution = entry.substitutions.create(
        session=evening.sessions.get(), leaves=entry.person, person=removed, first_round=2
    )

    merge = merge_people(kept=survivor, removed=removed, merged_by=None)
    member.refresh_from_db()
    substitution.refresh_from_db()
    moved = (member.person, substitution.person)
    back = undo_merge(merge=merge, undone_by=None)
    member.refresh_from_db()
    substitution.refresh_from_db()

    assert moved == (survivor, survivor)
    assert (member.person, substitution.person) == (back, back)
    assert back.full_name == name


@pytest.mark.postgres
def test_who_followed_one_or_both_follows_who_is_kept() -> None:
    survivor, removed = make_pair(make_club())
    Person.objects.update(shows_full_name=True)
    survivor.refresh_from_db()
    of_both, of_one = make_user(), make_user()
    for user, person in ((of_both, survivor), (of_both, removed), (of_one, removed)):
        Follow.objects.create(user=user, kind=FollowKind.PERSON, person=person)
    Follow.objects.create(user=of_both, kind=FollowKind.OWN, person=removed)

    merge_people(kept=survivor, removed=removed, merged_by=None)

    assert set(Follow.objects.values_list("user", "kind", "person")) == {
        (of_both.pk, "person", survivor.pk),
        (of_one.pk, "person", survivor.pk),
        (of_both.pk, "own", survivor.pk),
    }


@pytest.mark.postgres
def test_undo_gives_both_rows_as_they_were() -> None:
    club = make_club()
    survivor, removed = make_pair(club)
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=[removed], entered_by=None)
    rows_before = list(Person.objects.filter(club=club).order_by("pk").values())

    back = undo_merge(merge=merge_people(kept=survivor, removed=removed, merged_by=None), undone_by=None)

    rows_after = list(Person.objects.filter(club=club).order_by("pk").values())
    for row in (*rows_before, *rows_after):
        row.pop("created_at")
    assert rows_after == rows_before
    assert tournament.entries.get().person == back
    assert not PersonMerge.objects.exists()


def test_a_merge_made_before_the_register_knew_languages_is_undone_too() -> None:
    survivor, removed = make_pair(make_club())
    merge = merge_people(kept=survivor, removed=removed, merged_by=None)
    del merge.removed["language"], merge.moved["follows"]
    merge.filled.remove("language")
    merge.save()

    back = undo_merge(merge=merge, undone_by=None)

    assert (back.last_name, back.language) == ("Durant", "")


@pytest.mark.postgres
def test_merges_are_undone_in_any_order() -> None:
    club = make_club()
    first, second = make_pair(club)
    third = Person.objects.create(club=club, last_name="Durand", first_name="Annie")
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=[second], entered_by=None)
    inner = merge_people(kept=first, removed=second, merged_by=None)
    merge_people(kept=third, removed=first, merged_by=None)

    back = undo_merge(merge=inner, undone_by=None)

    assert tournament.entries.get().person == back
    assert back.last_name == "Durant"


def test_merge_and_its_end_take_the_register_as_it_is_now() -> None:
    club = make_club()
    survivor, removed = make_pair(club)
    for person in (survivor, removed):
        Person.objects.filter(pk=person.pk).update(home_club="Lyon")

    merge = merge_people(kept=survivor, removed=removed, merged_by=None)
    with pytest.raises(AppError, match="not_two"):
        merge_people(kept=survivor, removed=removed, merged_by=None)
    undo_merge(merge=PersonMerge.objects.get(), undone_by=None)
    with pytest.raises(AppError, match="merge_undone"):
        undo_merge(merge=merge, undone_by=None)

    assert dict(Person.objects.values_list("pk", "home_club")) == {
        survivor.pk: "Lyon",
        merge.removed["pk"]: "Lyon",
    }


def test_two_who_played_one_tournament_are_two_people() -> None:
    club = make_club()
    survivor, removed = make_pair(club)
    enter_people(tournament=make_tournament(club, name="Soirée"), people=[survivor, removed], entered_by=None)

    with pytest.raises(AppError) as refusal:
        merge_people(kept=survivor, removed=removed, merged_by=None)

    assert refusal.value.code == "both_entered"
    assert "Soirée" in str(refusal.value.message)
    assert Person.objects.count() == 2


def test_two_accounts_two_clubs_or_one_row_are_refused() -> None:
    club = make_club()
    survivor, removed = make_pair(club)
    survivor.user, removed.user = make_user("Un"), make_user("Deux")
    survivor.save()
    removed.save()
    elsewhere = Person.objects.create(club=make_club("Ailleurs"), last_name="Durand")

    codes = []
    for first, second in ((survivor, removed), (survivor, elsewhere), (survivor, survivor)):
        with pytest.raises(AppError) as refusal:
            merge_people(kept=first, removed=second, merged_by=None)
        codes.append(refusal.value.code)

    assert codes == ["two_accounts", "not_two", "not_two"]


@pytest.mark.postgres
def test_number_given_to_somebody_else_since_keeps_the_merge() -> None:
    club = make_club()
    survivor, removed = make_pair(club)
    merge = merge_people(kept=survivor, removed=removed, merged_by=None)
    survivor.federation_number = ""
    survivor.save()
    Person.objects.create(club=club, last_name="Martin", federation_number="12")

    with pytest.raises(AppError) as refusal:
        undo_merge(merge=merge, undone_by=None)

    assert refusal.value.code == "number_taken"
    assert PersonMerge.objects.filter(pk=merge.pk).exists()
