"""Importing a list of players: the plan, and the plan carried out."""

import datetime

import pytest
import time_machine

from common.errors import Conflict
from tests.factories.player_lists import read_players
from tests.factories.tournaments import make_club, make_user
from tournaments.base.words.wording import SENTENCES
from tournaments.core.exchange.player_row import COLUMNS, LineProblem, PlayerRow
from tournaments.core.exchange.players_csv import write_players
from tournaments.models import AuditEvent, Club, Person
from tournaments.people.queries.people import list_people
from tournaments.people.services.list_drafts import read_draft
from tournaments.people.services.namesakes import number_namesakes
from tournaments.people.services.people_import import (
    NEW,
    FieldChange,
    describe_problem,
    import_people,
    load_register,
    plan_import,
    row_of,
)
from tournaments.people.services.register_changes import undo_change

pytestmark = pytest.mark.django_db


def add(club: Club, last_name: str, first_name: str = "", number: str = "", series: str = "NC") -> Person:
    return Person.objects.create(
        club=club, last_name=last_name, first_name=first_name, federation_number=number, series=series
    )


def carry_out(club: Club, rows: list[PlayerRow]) -> None:
    import_people(
        club=club, rows=rows, seen_digest=plan_import(club=club, rows=rows).digest, imported_by=None
    )


def test_cells_without_a_rule_have_the_room_of_their_field() -> None:
    free_columns = [column for column in COLUMNS.values() if not column.refusal]
    lengths = {column.field: Person._meta.get_field(column.field).max_length for column in free_columns}

    assert {column.field: column.most_characters for column in free_columns} == lengths


def test_plan_writes_nothing() -> None:
    club = make_club()

    plan = plan_import(club=club, rows=[PlayerRow(last_name="Durand", first_name="Anne")])

    assert [line.row.last_name for line in plan.added] == ["Durand"]
    assert not Person.objects.exists()


def test_person_is_known_by_the_number_even_under_another_name() -> None:
    club = make_club()
    person = add(club, "Durand", "Anne", "77")

    plan = plan_import(
        club=club, rows=[PlayerRow(last_name="Durand-Petit", first_name="Anne", number="77", series="2")]
    )

    assert [line.person for line in plan.updated] == [person]
    assert plan.updated[0].changes == (
        FieldChange("last_name", "Durand", "Durand-Petit"),
        FieldChange("series", "NC", "2"),
    )


def test_day_is_shown_in_words() -> None:
    club = make_club()
    add(club, "Durand", "Anne", "77")
    row = PlayerRow(last_name="Durand", first_name="Anne", number="77", licence_until="2027-08-01")

    (change,) = plan_import(club=club, rows=[row]).updated[0].changes

    assert change == FieldChange("licence_until", "", "2027-08-01")
    assert change.texts == ("", "1er août 2027")


@pytest.mark.postgres
def test_person_is_known_by_the_name_whatever_its_accents_and_case() -> None:
    club = make_club()
    person = add(club, "Lefèvre", "Zoé")

    plan = plan_import(club=club, rows=[PlayerRow(last_name="LEFEVRE", first_name="zoe", number="12")])

    assert [line.person for line in plan.updated] == [person]


def test_same_name_with_another_number_is_somebody_else() -> None:
    club = make_club()
    add(club, "Durand", "Anne", "77")

    plan = plan_import(club=club, rows=[PlayerRow(last_name="Durand", first_name="Anne", number="78")])

    assert len(plan.added) == 1


def test_blank_cells_change_nothing() -> None:
    club = make_club()
    add(club, "Durand", "Anne", "77", series="1")

    plan = plan_import(club=club, rows=[PlayerRow(last_name="Durand", first_name="Anne")])

    assert len(plan.unchanged) == 1


def test_name_of_two_people_is_a_problem_of_its_line() -> None:
    club = make_club()
    add(club, "Durand", "Anne", "1")
    add(club, "Durand", "Anne", "2")

    plan = plan_import(club=club, rows=[PlayerRow(last_name="Durand", first_name="Anne", line=4)])

    assert plan.problems == (LineProblem(4, "last_name", "name_ambiguous", {"count": 2}, "Durand Anne"),)
    assert plan.lines == ()


@pytest.mark.parametrize(
    ("known", "written"),
    [
        (("Dubois", "Anne"), ("LEFEVRE née DUBOIS", "Anne")),
        (("Lefèvre", "Anne"), ("LEFEVRE née DUBOIS", "Anne")),
        (("Dubois", "Anne"), ("DUBOIS (invitée)", "Anne")),
        (("Dubois", "Anne"), ("DUBOIS", "Anne (invitée)")),
        (("Dubois", "Anne"), ("LEFEVRE (ép. DUBOIS)", "Anne")),
        (("Lefèvre née Dubois", "Anne"), ("DUBOIS", "Anne")),
        (("Lefèvre (née Dubois)", "Anne"), ("DUBOIS épouse MARTIN", "Anne")),
    ],
)
def test_second_family_name_or_note_is_a_question_and_its_answer_decides(
    known: tuple[str, str], written: tuple[str, str]
) -> None:
    club = make_club()
    person = add(club, *known, "")
    add(club, "Dubois", "Jean", "")
    row = PlayerRow(last_name=written[0], first_name=written[1], line=4)

    (problem,) = plan_import(club=club, rows=[row]).problems
    same = plan_import(club=club, rows=[row], answers={4: str(person.pk)})
    other = plan_import(club=club, rows=[row], answers={4: NEW})

    assert (problem.line, problem.code) == (4, "name_similar")
    assert [(line.person, line.changes) for line in same.lines] == [(person, ())]
    assert [line.person for line in other.lines] == [None]
    assert not same.problems + other.problems


def test_both_people_of_the_register_are_known_without_a_question() -> None:
    club = make_club()
    names = [("Dubois", "Anne"), ("Lefèvre née Dubois", "Anne")]
    people = [add(club, *name, "") for name in names]
    rows = [PlayerRow(last_name=last, first_name=first) for last, first in names]

    plan = plan_import(club=club, rows=rows)

    assert [line.person for line in plan.lines] == people
    assert plan.problems == ()


def test_two_lines_for_one_person_of_the_register_is_a_problem_of_the_second() -> None:
    club = make_club()
    add(club, "Durand", "Anne", "1")

    plan = plan_import(
        club=club,
        rows=[
            PlayerRow(last_name="DURAND", first_name="A", number="1", line=2),
            PlayerRow(last_name="Durand", first_name="Anne", line=3),
        ],
    )

    assert plan.problems == (LineProblem(3, "", "person_twice", {"first_line": 2}, "Durand Anne"),)


def test_people_of_another_club_are_not_looked_at() -> None:
    add(make_club("Ailleurs"), "Durand", "Anne", "1")

    plan = plan_import(club=make_club(), rows=[PlayerRow(last_name="Durand", first_name="Anne", number="1")])

    assert len(plan.added) == 1


def test_plan_is_one_query_whatever_its_length(django_assert_num_queries: object) -> None:
    club = make_club()

    with django_assert_num_queries(1):  # type: ignore[operator]
        plan_import(club=club, rows=[PlayerRow(last_name=f"Nom{number}") for number in range(300)])


@pytest.mark.postgres
def test_import_adds_updates_and_traces() -> None:
    club = make_club()
    user = make_user(club=club)
    known_person = add(club, "Durand", "Anne", "77")
    rows = [
        PlayerRow(last_name="Durand", first_name="Anne", number="77", club="Tarot club"),
        PlayerRow(last_name="Martin", first_name="Zoé", series="3"),
    ]
    digest = plan_import(club=club, rows=rows).digest

    plan = import_people(club=club, rows=rows, seen_digest=digest, imported_by=user)

    event = AuditEvent.objects.get()
    known_person.refresh_from_db()
    added = Person.objects.get(last_name="Martin")
    assert (len(plan.added), len(plan.updated)) == (1, 1)
    assert known_person.home_club == "Tarot club"
    assert (added.first_name, added.series, added.shows_full_name) == ("Zoé", "3", False)
    assert (event.action, event.actor) == ("people.imported", user)
    assert event.before == {"changed": [{"person": str(known_person.pk), "club": ""}]}
    assert event.after == {
        "added": [{"person": str(added.pk), "last_name": "Martin", "first_name": "Zoé", "series": "3"}],
        "changed": [{"person": str(known_person.pk), "club": "Tarot club"}],
    }


def test_importing_twice_adds_nobody_twice() -> None:
    club = make_club()
    rows = [
        PlayerRow(last_name="Durand", first_name="Anne"),
        PlayerRow(last_name="Martin", first_name="Zoé", number="5"),
    ]

    carry_out(club, rows)
    carry_out(club, rows)

    assert Person.objects.count() == 2


@pytest.mark.postgres
def test_register_changed_since_the_plan_is_a_conflict_and_nothing_is_written() -> None:
    club = make_club()
    rows = [PlayerRow(last_name="Durand", first_name="Anne"), PlayerRow(last_name="Martin", first_name="Zoé")]
    digest = plan_import(club=club, rows=rows).digest
    add(club, "Durand", "Anne")

    with pytest.raises(Conflict) as conflict:
        import_people(club=club, rows=rows, seen_digest=digest, imported_by=None)

    assert conflict.value.code == "register_changed"
    assert Person.objects.count() == 1


def test_exported_register_changes_nothing_when_it_comes_back() -> None:
    club = make_club()
    add(club, "D’Orgemont", "Zoé", "0012", series="1")
    add(club, "Œuf", "", "", series="NC")

    rows = read_players(write_players([row_of(person) for person in club.people.all()])).rows

    assert len(plan_import(club=club, rows=rows).unchanged) == 2


def test_everything_of_the_register_comes_back_into_another_one() -> None:
    club, other_club = make_club(), make_club("Ailleurs")
    person = add(club, "Dupré", "Zoé", "1")
    person.email, person.phone, person.household = "zoe@example.org", "+33 6 12", "Lilas"
    person.shows_full_name = True
    person.save()
    add(club, "Petit", "Luc")

    carry_out(other_club, list(read_players(write_players(map(row_of, club.people.all()))).rows))

    assert [row_of(registered) for registered in other_club.people.all()] == [
        row_of(registered) for registered in club.people.all()
    ]
    assert [registered.shows_full_name for registered in other_club.people.all()] == [True, False]


@pytest.mark.postgres
def test_a_consent_may_be_taken_back_by_a_file() -> None:
    club = make_club()
    person = add(club, "Dupré", "Zoé", "1")
    person.shows_full_name = True
    person.save()

    carry_out(club, [PlayerRow(last_name="Dupré", first_name="Zoé", number="1", consent="non")])

    person.refresh_from_db()
    assert not person.shows_full_name


def test_of_namesakes_the_one_who_is_just_as_the_line_says_is_not_asked_about() -> None:
    club = make_club()
    add(club, "Durand", "Anne", "1")
    same_person = add(club, "Durand", "Anne")
    add(club, "Durand", "Anne", series="2")

    plan = plan_import(club=club, rows=[row_of(same_person)])

    assert [line.person for line in plan.unchanged] == [same_person]


def test_person_of_the_register_with_two_first_names_raises_no_question() -> None:
    club = make_club()
    couple = add(club, "Durand", "Jean et Marie")

    plan = plan_import(club=club, rows=[row_of(couple)])

    assert [line.person for line in plan.unchanged] == [couple]


BAD_FILES = {
    "file_empty": b"",
    "header_missing": b"A;B\n1;2\n",
    "column_twice": b"Nom;Nom\na;b\n",
    "no_players": b"Nom;Club\n",
    "too_many_cells": b"Nom\na;b;c\n",
    "cell_line_break": b'Nom\n"a\nb"\n',
    "cell_error": b"Nom;Club\nA;#REF!\n",
    "cell_too_long": b"Nom\n" + b"a" * 90 + b"\n",
    "name_missing": "Nom;Prénom\n;Zoé\n".encode(),
    "number_invalid": b"Nom;Licence\nA;*?\n",
    "series_unknown": "Nom;Série\nA;zzz\n".encode(),
    "year_invalid": b"Nom;Naissance\nA;85\n",
    "language_unknown": b"Nom;Langue\nA;xx\n",
    "day_invalid": b"Nom;Licence jusqu'au\nA;2027\n",
    "number_twice": b"Nom;Licence\nA;1\nB;1\n",
    "name_twice": b"Nom\nA\na\n",
}


@pytest.mark.parametrize("code", BAD_FILES)
def test_each_problem_of_a_file_is_told_in_a_sentence(code: str) -> None:
    problems = read_players(BAD_FILES[code]).problems

    assert [problem.code for problem in problems] == [code]
    assert "%" not in describe_problem(problems[0]).why


def test_problems_that_need_a_large_or_broken_file_have_their_sentence() -> None:
    values = {"rows": 1, "most": 1, "written": "a", "known": "b", "count": 2, "first_line": 2, "bytes": 1}
    rare = [
        "file_too_large",
        "too_many_rows",
        "line_unreadable",
        "cell_undecodable",
        "name_ambiguous",
        "name_similar",
        "person_twice",
    ]

    assert all(str(SENTENCES[code]) % values for code in rare)


def test_problem_is_told_with_the_title_of_its_column() -> None:
    problem = describe_problem(LineProblem(7, "number", "number_twice", {"first_line": 3}))

    assert (problem.line, problem.column) == (7, "Licence")
    assert "ligne 3" in problem.why


def test_list_in_capitals_does_not_spoil_the_names_of_the_register() -> None:
    club = make_club()
    add(club, "Lefèvre", "Zoé", "12")

    plan = plan_import(club=club, rows=[PlayerRow(last_name="LEFEVRE", first_name="ZOE", number="12")])

    assert len(plan.unchanged) == 1


@pytest.mark.postgres
def test_end_of_a_licence_is_written_however_it_is_typed_and_found_by_a_changed_number() -> None:
    club = make_club()
    person = add(club, "Durand")

    carry_out(club, read_players("Nom;Licence;Validité\nDURAND;77;31/8/2027\n".encode()).rows)

    person.refresh_from_db()
    assert person.licence_until == datetime.date(2027, 8, 31)
    assert row_of(person).licence_until == "2027-08-31"
    assert list(list_people(club, "77")) == [person]


@pytest.mark.postgres
def test_language_is_written_and_comes_back() -> None:
    club = make_club()
    person = add(club, "Durand")

    carry_out(club, read_players(b"Nom;Langue\nDurand;English\nPetit;\n").rows)

    person.refresh_from_db()
    assert (person.language, Person.objects.get(last_name="Petit").language) == ("en", "")
    (row, _other) = read_players(
        write_players([row_of(listed_person) for listed_person in list_people(club)])
    ).rows
    assert row.language == "en"


@pytest.mark.postgres
def test_year_of_birth_is_written_and_kept_out_of_the_trace() -> None:
    club = make_club()
    person = add(club, "Durand")

    carry_out(
        club,
        [PlayerRow(last_name="Durand", birth_year="1985"), PlayerRow(last_name="Petit", birth_year="2001")],
    )

    person.refresh_from_db()
    event = AuditEvent.objects.latest("pk")
    assert (person.birth_year, Person.objects.get(last_name="Petit").birth_year) == (1985, 2001)
    assert "1985" not in str(event.after)
    assert "2001" not in str(event.after)
    assert row_of(person).birth_year == "1985"


def test_namesakes_of_a_ranking_that_the_site_wrote_are_known_without_a_question() -> None:
    club = make_club()
    for first_name, number, home_club in (
        ("Anne", "1", ""), ("Anne", "2", ""),
        ("Paul", "", "Annecy"), ("Paul", "", "Royan"),
        ("Zoé", "", ""), ("Zoé", "", ""),
    ):  # fmt: skip
        Person.objects.create(
            club=club,
            last_name="Durand",
            first_name=first_name,
            federation_number=number,
            home_club=home_club,
        )
    number_namesakes(club.pk)
    people = list(Person.objects.order_by("pk"))
    # the first of two people without any detail has the plain name
    shown_people = [person for person in people if person != people[4]]
    lines = [f"{place};{person};{person.federation_number};" for place, person in enumerate(shown_people, 1)]
    text = "\n".join(["place;nom;licence;résultat", *lines])

    register = load_register(club)
    players = read_draft(text.encode(), "classement.csv").read(register)
    plan = plan_import(club=club, rows=players.rows, register=register)

    assert not players.problems
    assert [(line.person, line.changes) for line in plan.lines] == [(person, ()) for person in shown_people]
    assert not plan.problems


def test_licence_number_decides_against_the_distinction_of_a_namesake() -> None:
    club = make_club()
    holder, other = add(club, "Durand", "Anne", "1"), add(club, "Durand", "Anne", "2")
    number_namesakes(club.pk)
    other.refresh_from_db()
    last_name, first_name = str(other).split(maxsplit=1)

    plan = plan_import(club=club, rows=[PlayerRow(last_name=last_name, first_name=first_name, number="1")])

    assert str(other).endswith("(licence 2)")
    assert [line.person for line in plan.lines] == [holder]


def leave(club: Club, *names: str) -> list[Person]:
    """Former members of the club, who left it in the spring."""
    people = [add(club, name) for name in names]
    Person.objects.filter(pk__in=[person.pk for person in people]).update(left_on="2026-04-01")
    return people


def test_plan_knows_who_is_not_on_the_list_and_who_is_back() -> None:
    club = make_club()
    here, missing = add(club, "Durand"), add(club, "Martin")
    back, leaving, _gone = leave(club, "Petit", "Roux", "Roy")
    add(make_club(), "Voisin")
    rows = [
        PlayerRow(last_name="Durand", line=2),
        PlayerRow(last_name="Petit", line=3),
        PlayerRow(last_name="Roux", left_on="2026-05-01", line=4),
        PlayerRow(last_name="Neuf", line=5),
    ]

    plan = plan_import(club=club, rows=rows)

    assert plan.missing == (missing,)
    assert [line.person for line in plan.returned] == [back]
    assert {line.person for line in plan.lines} == {here, back, leaving, None}


def test_who_was_met_in_an_earlier_part_of_the_list_is_not_missing() -> None:
    club = make_club()
    met, missing = add(club, "Durand"), add(club, "Martin")

    plan = plan_import(club=club, rows=[], lines_by_person={met.pk: 2})

    assert plan.missing == (missing,)


@pytest.mark.postgres
@time_machine.travel(datetime.datetime(2026, 9, 10, 20, tzinfo=datetime.UTC), tick=False)
def test_complete_list_notes_who_left_and_who_is_back_and_all_is_undone() -> None:
    club = make_club()
    here, missing = add(club, "Durand"), add(club, "Martin")
    back, changed, gone = leave(club, "Petit", "Roux", "Roy")
    rows = [
        PlayerRow(last_name="Durand", line=2),
        PlayerRow(last_name="Petit", line=3),
        PlayerRow(last_name="Roux", series="2", line=4),
    ]
    plan = plan_import(club=club, rows=rows)

    change = import_people(
        club=club,
        rows=rows,
        seen_digest=plan.digest,
        seen_departures=plan.departures_digest,
        imported_by=None,
    ).change

    assert dict(Person.objects.values_list("pk", "left_on")) == {
        here.pk: None,
        missing.pk: datetime.date(2026, 9, 10),
        back.pk: None,
        changed.pk: None,
        gone.pk: datetime.date(2026, 4, 1),
    }
    assert Person.objects.get(pk=changed.pk).series == "2"
    event = AuditEvent.objects.latest("pk")
    assert event.after is not None
    assert (event.after["left"], event.after["returned"]) == (
        [str(missing.pk)],
        [str(back.pk), str(changed.pk)],
    )
    assert change is not None
    undo_change(change=change, undone_by=None)
    assert dict(Person.objects.values_list("pk", "left_on")) == {
        here.pk: None,
        missing.pk: None,
        back.pk: datetime.date(2026, 4, 1),
        changed.pk: datetime.date(2026, 4, 1),
        gone.pk: datetime.date(2026, 4, 1),
    }


def test_list_that_is_not_said_to_be_complete_leaves_departures_alone() -> None:
    club = make_club()
    add(club, "Martin")
    (back,) = leave(club, "Petit")

    carry_out(club, [PlayerRow(last_name="Petit", series="2", line=2)])

    assert list(Person.objects.filter(left_on=None).values_list("last_name", flat=True)) == ["Martin"]
    back.refresh_from_db()
    assert (back.series, back.left_on) == ("2", datetime.date(2026, 4, 1))


def test_member_who_came_meanwhile_is_not_noted_as_gone() -> None:
    club = make_club()
    add(club, "Durand")
    rows = [PlayerRow(last_name="Durand", series="2", line=2)]
    plan = plan_import(club=club, rows=rows)
    add(club, "Nouveau")

    with pytest.raises(Conflict) as error:
        import_people(
            club=club,
            rows=rows,
            seen_digest=plan.digest,
            seen_departures=plan.departures_digest,
            imported_by=None,
        )

    assert error.value.code == "register_changed"
    assert not Person.objects.exclude(left_on=None).exists()
