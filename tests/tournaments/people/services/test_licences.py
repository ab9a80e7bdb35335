"""A list of licensees beside the register: loaded, compared, searched, forgotten."""

import datetime
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some

from common.errors import Conflict
from tests.factories.player_lists import read_players
from tests.factories.tournaments import make_club, make_user
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.models import AuditEvent, Club, LicenceList, Licensee, Person
from tournaments.people.queries.licences import (
    complete_values,
    licensee_row,
    licensee_values,
    licensees_of,
)
from tournaments.people.services.licences import (
    compare_licences,
    delete_licence_list,
    forget_licensees,
    keep_licence_list,
    search_licensees,
    update_from_licences,
)
from tournaments.people.services.register_changes import undo_change

LIST = """Nom;Prénom;Licence;Série;Club;Naissance;Licence jusqu’au;E-mail;Téléphone
DURAND;Anne;0012;2;Annecy;1960;31/08/2027;anne@example.org;0600000000
LE GALL;Jean-Noël;34;1;Brest;;31/08/2027;;
MARTIN;Zoé;56;;;;;;
"""


@pytest.fixture(name="club")
def club_fixture() -> Club:
    return make_club()


def keep(club: Club, text: str = LIST) -> LicenceList:
    return keep_licence_list(
        club=club, rows=read_players(text.encode()).rows, name="ffliste.csv", loaded_by=None
    )


def person(club: Club, last_name: str, first_name: str, number: str = "", **values: object) -> Person:
    return Person.objects.create(
        club=club, last_name=last_name, first_name=first_name, federation_number=number, **values
    )


def names(licensees: Sequence[Licensee]) -> list[str]:
    return [str(licensee) for licensee in licensees]


@pytest.mark.django_db
def test_a_list_is_kept_without_contacts_and_the_register_stays_blank(club: Club) -> None:
    user = make_user()

    licence_list = keep_licence_list(
        club=club, rows=read_players(LIST.encode()).rows, name="x" * 120, loaded_by=user
    )

    anne = licence_list.licensees.get(last_name="DURAND")
    assert (licence_list.name, licence_list.loaded_by) == ("x" * 100, user)
    assert licensee_row(anne) == PlayerRow(
        last_name="DURAND", first_name="Anne", number="0012", series="2", club="Annecy",
        birth_year="1960", licence_until="2027-08-31",
    )  # fmt: skip
    assert not {"email", "phone"} & {field.name for field in Licensee._meta.concrete_fields}
    assert not Person.objects.exists()
    event = AuditEvent.objects.get(action="people.licences_loaded")
    assert (event.actor, event.after) == (user, {"count": 3})


@pytest.mark.django_db
def test_blank_cells_are_stored_as_unknown(club: Club) -> None:
    zoe = keep(club).licensees.get(last_name="MARTIN")

    zoe.refresh_from_db()
    assert (zoe.series, zoe.licence_until, zoe.birth_year) == ("", None, None)
    assert licensee_values(zoe) == {"last_name": "MARTIN", "first_name": "Zoé", "federation_number": "56"}


@pytest.mark.django_db
def test_the_next_list_takes_the_place_of_the_first_in_its_club_alone(club: Club) -> None:
    other_list = keep(make_club(name="Autre club"))
    keep(club)

    keep(club, "Nom;Prénom;Licence\nPETIT;Léa;78\n")

    assert names(list(Licensee.objects.filter(licence_list__club=club))) == ["PETIT Léa"]
    assert other_list.licensees.count() == 3


@pytest.mark.django_db
def test_deleting_leaves_a_trace_and_needs_no_list(club: Club) -> None:
    delete_licence_list(club=club, deleted_by=None)
    assert not AuditEvent.objects.exists()
    keep(club)

    delete_licence_list(club=club, deleted_by=None)

    assert not Licensee.objects.exists()
    assert AuditEvent.objects.get(action="people.licences_deleted").subject == "ffliste.csv"


@pytest.mark.django_db
def test_comparison_has_changes_questions_and_the_people_who_are_missing(club: Club) -> None:
    anne = person(club, "Durand", "Anne", "12", series="3", home_club="Annecy")
    same = person(club, "Martin", "Zoé", "56")
    other_name = person(club, "Kerbrat", "Yann", "34")
    missing = person(club, "Absent", "Luc", "99")
    person(club, "Sansnumero", "Eve")

    comparison = compare_licences(keep(club))

    (line,) = comparison.plan.lines
    assert line.person == anne
    # the register keeps its spelling of name and number
    assert [(change.field, change.before, change.after) for change in line.changes] == [
        ("series", "3", "2"),
        ("birth_year", "", "1960"),
        ("licence_until", "", "2027-08-31"),
    ]
    assert comparison.found == 2
    assert [(row.last_name, found) for row, found in comparison.questions] == [("LE GALL", other_name)]
    assert comparison.missing == (missing,)
    assert same not in comparison.missing


@pytest.mark.django_db
def test_two_lines_of_one_number_are_no_question_about_the_register(club: Club) -> None:
    rows = [
        PlayerRow(last_name="PETIT", first_name=name, number="7", line=line)
        for line, name in ((2, "Ève"), (3, "Léa"))
    ]

    comparison = compare_licences(keep_licence_list(club=club, rows=rows, name="liste", loaded_by=None))

    assert comparison.questions == ()


@pytest.mark.django_db
def test_register_takes_the_changes_adds_nobody_and_can_be_undone(club: Club) -> None:
    anne = person(club, "Durand", "Anne", "12", series="3")
    licence_list = keep(club)
    digest = compare_licences(licence_list).plan.digest

    plan = update_from_licences(licence_list=licence_list, seen_digest=digest, updated_by=None)

    anne.refresh_from_db()
    assert (anne.last_name, anne.series, str(anne.licence_until)) == ("Durand", "2", "2027-08-31")
    assert Person.objects.count() == 1
    assert compare_licences(licence_list).plan.updated == []
    assert plan.change is not None
    undo_change(change=plan.change, undone_by=None)
    anne.refresh_from_db()
    assert (anne.series, anne.licence_until) == ("3", None)


@pytest.mark.django_db
def test_a_register_that_changed_since_is_refused(club: Club) -> None:
    anne = person(club, "Durand", "Anne", "12", series="3")
    licence_list = keep(club)
    digest = compare_licences(licence_list).plan.digest
    Person.objects.filter(pk=anne.pk).update(series="4")

    with pytest.raises(Conflict):
        update_from_licences(licence_list=licence_list, seen_digest=digest, updated_by=None)

    anne.refresh_from_db()
    assert anne.series == "4"


@pytest.mark.django_db
@pytest.mark.parametrize("search", ["le ga", "jean noel", "34", "brest le"])
def test_a_licensee_is_found_by_names_number_and_club(club: Club, search: str) -> None:
    keep(club)
    keep(make_club(name="Autre club"))

    assert names(search_licensees(club, search, 5)) == ["LE GALL Jean-Noël"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("last_name", "first_name", "number"),
    [("Le Gall", "Jean Noel", "34"), ("LEGALL", "Jean-Noël", ""), ("Legal", "J.", "034")],
    ids=["same", "one word, no number", "number with a zero"],
)
def test_a_licensee_of_the_register_is_not_found(
    club: Club, last_name: str, first_name: str, number: str
) -> None:
    keep(club)
    person(club, last_name, first_name, number)

    assert search_licensees(club, "le gall", 5) == []


@pytest.mark.django_db
@pytest.mark.parametrize("is_number_taken", [False, True])
def test_a_namesake_with_another_number_does_not_hide_a_licensee(club: Club, is_number_taken: bool) -> None:
    keep(club)
    person(club, "Le Gall", "Jean-Noël", "77")
    person(make_club("Autre club"), "Le Gall", "Jean-Noël", "34")
    if is_number_taken:
        person(club, "Kerbrat", "Yann", "34")

    assert names(search_licensees(club, "le gall", 5)) == ["LE GALL Jean-Noël"]


@pytest.mark.django_db
def test_a_namesake_without_a_number_hides_a_licensee_whose_number_is_taken(club: Club) -> None:
    keep(club)
    person(club, "Le Gall", "Jean-Noël")
    person(club, "Kerbrat", "Yann", "34")

    assert search_licensees(club, "le gall", 5) == []


@pytest.mark.django_db
def test_a_search_is_limited_and_a_blank_one_finds_nobody(club: Club) -> None:
    keep(club)

    assert len(search_licensees(club, "2", 5)) == 0
    assert [len(search_licensees(club, text, 2)) for text in ("", " - ")] == [0, 0]
    keep(club, "Nom;Prénom\n" + "".join(f"DUPUIS;Ève{n}\n" for n in range(9)))
    assert len(search_licensees(club, "dupuis", 2)) == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("last_name", "first_name", "number", "count"),
    [
        ("Durand", "Anne", "12", 1),
        ("Durand", "A.", "12", 1),
        ("Kerbrat", "Yann", "12", 0),
        ("Durand", "Anne", "", 0),
        ("Durand", "Anne", "99", 0),
        ("Durand", "Anne", "2", 0),
    ],
)
def test_own_lines_have_the_number_and_the_name(
    club: Club, last_name: str, first_name: str, number: str, count: int
) -> None:
    keep(club)

    assert len(licensees_of(person(club, last_name, first_name, number))) == count


@pytest.mark.django_db
def test_a_new_person_takes_what_they_leave_blank_from_the_list(club: Club) -> None:
    keep(club)
    typed = {
        "last_name": "Durand",
        "first_name": "A.",
        "federation_number": "12",
        "home_club": "Lyon",
        "email": "",
    }

    assert complete_values(club, typed) == typed | {
        "series": "2",
        "birth_year": 1960,
        "licence_until": datetime.date(2027, 8, 31),
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    "typed",
    [
        {"last_name": "Durand", "first_name": "Anne"},
        {"last_name": "Durand", "first_name": "Anne", "federation_number": "99"},
        {"last_name": "Kerbrat", "first_name": "Anne", "federation_number": "12"},
        {"last_name": "Dupont", "first_name": "Ève", "federation_number": "7"},
    ],
    ids=["no number", "unknown number", "another name", "two lines of one number"],
)
def test_a_new_person_without_a_line_of_their_own_stays_as_typed(
    club: Club, typed: dict[str, object]
) -> None:
    licence_list = keep(club)
    for line, number in enumerate(("7", "07"), 5):
        licence_list.licensees.create(
            line=line, last_name="DUPONT", first_name="Ève", federation_number=number, series="1"
        )

    assert complete_values(club, typed) == typed


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "left"),
    [
        (PlayerRow(last_name="durand", first_name="ANNE"), ["LE GALL Jean-Noël", "MARTIN Zoé"]),
        (PlayerRow(last_name="", number="12"), ["LE GALL Jean-Noël", "MARTIN Zoé"]),
        (PlayerRow(last_name="", number=""), ["DURAND Anne", "LE GALL Jean-Noël", "MARTIN Zoé"]),
    ],
    ids=["name", "number", "neither"],
)
def test_forgotten_people_have_no_line(club: Club, row: PlayerRow, left: list[str]) -> None:
    keep(club)
    keep(make_club(name="Autre club"))

    forget_licensees(club, [row])

    assert names(list(Licensee.objects.filter(licence_list__club=club))) == left
    assert Licensee.objects.exclude(licence_list__club=club).count() == 3


NUMBERS = some.lists(some.sampled_from(range(6)), unique=True)


@pytest.mark.django_db
@given(listed=NUMBERS, known=NUMBERS)
def test_each_person_and_each_licensee_is_found_missing_or_outside(
    listed: list[int], known: list[int]
) -> None:
    Person.objects.all().delete()
    club = make_club()
    people = {number: person(club, f"Nom{number}", "Ève", f"10{number}") for number in known}
    rows = [
        PlayerRow(last_name=f"NOM{number}", first_name="Ève", number=f"10{number}", line=line)
        for line, number in enumerate(listed, 2)
    ]

    licence_list = keep_licence_list(club=club, rows=rows, name="liste", loaded_by=None)

    comparison = compare_licences(licence_list)
    assert comparison.found == len(set(listed) & set(known))
    assert set(comparison.missing) == {people[number] for number in set(known) - set(listed)}
    outside = {str(licensee) for licensee in search_licensees(club, "nom", 20)}
    assert outside == {f"NOM{number} Ève" for number in set(listed) - set(known)}
