"""Importing a file in two steps."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_user
from tests.factories.workbooks import make_ods, make_xlsx
from tournaments.models import Club, Membership, Person

FILE = (
    "\ufeffNom;Prénom;Licence;Série;Ville\nDurand;Anne;12;2;Lyon\n;Zoé;;;\nMartin;Zoé;13;9;\nPetit;Léa;;;\n"
)


def upload(client: Client, club: Club, content: bytes | str = FILE) -> HttpResponse:
    """The page that follows the upload."""
    raw = content.encode() if isinstance(content, str) else content
    path = reverse("organiser-people-import", args=[club.slug])
    return client.post(path, {"file": SimpleUploadedFile("joueurs.csv", raw)}, follow=True)  # type: ignore[return-value]


def confirm(client: Client, club: Club, digest: str) -> HttpResponse:
    path = reverse("organiser-people-import-check", args=[club.slug])
    return client.post(path, {"digest": digest}, follow=True)  # type: ignore[return-value]


def mend(client: Client, club: Club, cells: dict[str, str]) -> HttpResponse:
    path = reverse("organiser-people-import-check", args=[club.slug])
    return client.post(path, cells | {"mend": "1"}, follow=True)  # type: ignore[return-value]


def test_a_line_that_is_still_wrong_keeps_what_was_written(signed_in: Client, club: Club) -> None:
    upload(signed_in, club)

    page = mend(signed_in, club, {"cell-4-last_name": "Martin", "cell-4-series": "six", "drop-3": "on"})

    (group,) = page.context["form"].groups
    assert (group.line, [problem.column for problem in group.problems]) == (4, ["Série"])
    assert 'value="six"' in page.text


def test_dry_run_shows_every_bad_line_and_writes_nothing(signed_in: Client, club: Club) -> None:
    response = upload(signed_in, club)

    page = response.content.decode()
    problems = [problem for group in response.context["form"].groups for problem in group.problems]
    assert [(problem.line, problem.name, problem.column) for problem in problems] == [
        (3, "Zoé", "Nom"),
        (4, "Martin Zoé", "Série"),
    ]
    assert "« 9 » n’est pas une série" in page
    assert [line.row.last_name for line in response.context["plan"].added] == ["Durand", "Petit"]
    assert "Colonnes laissées de côté : Ville." in page
    assert not Person.objects.exists()
    # listed once for all problems: a list of 20,000 faulty lines would take ten seconds
    form = response.context["form"]
    assert form.lines is form.lines


def test_confirming_writes_the_good_lines_and_keeps_those_to_mend(signed_in: Client, club: Club) -> None:
    plan = upload(signed_in, club).context["plan"]

    response = confirm(signed_in, club, plan.digest)

    assert "Ajoutés\u00a0: 2\u00a0; modifiés\u00a0: 0" in response.content.decode()
    assert set(Person.objects.values_list("last_name", flat=True)) == {"Durand", "Petit"}
    assert "DURAND Anne" in response.content.decode()
    check_page = signed_in.get(reverse("organiser-people-import-check", args=[club.slug]))
    assert [group.line for group in check_page.context["form"].groups] == [3, 4]

    mended = mend(signed_in, club, {"cell-3-last_name": "Roi", "cell-3-first_name": "Zoé", "drop-4": "on"})
    assert [line.row.full_name for line in mended.context["plan"].added] == ["Roi Zoé"]

    confirm(signed_in, club, mended.context["plan"].digest)
    assert Person.objects.filter(last_name="Roi").exists()
    assert not [key for key in dict(signed_in.session.items()) if key.startswith("players-list")]


def test_second_file_shows_what_would_change_before_it_does(signed_in: Client, club: Club) -> None:
    person = Person.objects.create(club=club, last_name="Durand", first_name="Anne", federation_number="12")

    response = upload(signed_in, club)

    (line,) = response.context["plan"].updated
    assert (line.person, [change.title for change in line.changes]) == (person, ["Série"])
    assert "<del>NC</del>" in response.content.decode()
    person.refresh_from_db()
    assert person.series == "NC"


def test_register_changed_between_the_steps_is_shown_again(signed_in: Client, club: Club) -> None:
    plan = upload(signed_in, club).context["plan"]
    Person.objects.create(club=club, last_name="Durand", first_name="Anne", federation_number="12")

    response = confirm(signed_in, club, plan.digest)

    assert "Le registre a changé entre-temps" in response.content.decode()
    assert len(response.context["plan"].added) == 1
    assert Person.objects.count() == 1


def test_file_without_a_header_says_what_to_do(signed_in: Client, club: Club) -> None:
    why = "Aucune des premières lignes ne nomme les colonnes"

    page = upload(signed_in, club, "Durand;Anne\n")
    path = reverse("organiser-people-import", args=[club.slug])
    pasted_page = signed_in.post(path, {"pasted": "Durand;Anne\n"})

    assert why in page.context["form"].errors["file"][0]
    assert why in pasted_page.context["form"].errors["pasted"][0]
    assert "Durand;Anne" in pasted_page.text


def test_file_of_any_bytes_is_answered(signed_in: Client, club: Club) -> None:
    for content in (b"", b"\x00\xff\xfe;\x00", bytes(range(256)), b"\x89PNG\r\n\x1a\n" * 50):
        assert upload(signed_in, club, content).status_code == 200


def test_pasted_list_is_checked_like_a_file(signed_in: Client, club: Club) -> None:
    path = reverse("organiser-people-import", args=[club.slug])

    page = signed_in.post(
        path, {"pasted": "Licence\tNom\tPrénom\r\n\tZola\tÉmile\r\n007\tSand\t\r\n"}, follow=True
    )

    rows = [line.row for line in page.context["plan"].added]
    assert [(row.last_name, row.first_name, row.number) for row in rows] == [
        ("Zola", "Émile", ""),
        ("Sand", "", "007"),
    ]
    file = SimpleUploadedFile("joueurs.csv", FILE.encode())
    for values in ({}, {"pasted": " \n "}, {"pasted": "Nom\nZola", "file": file}):
        refused = signed_in.post(path, values)
        assert "Choisissez un fichier, ou collez une liste." in refused.text, values
    assert "Nom\nZola" in refused.text


def test_file_can_be_given_up(signed_in: Client, club: Club) -> None:
    upload(signed_in, club)

    signed_in.post(reverse("organiser-people-import-cancel", args=[club.slug]))
    response = signed_in.get(reverse("organiser-people-import-check", args=[club.slug]))

    assert response.headers["Location"] == reverse("organiser-people-import", args=[club.slug])


def test_file_of_one_club_does_not_wait_in_another(signed_in: Client, club: Club) -> None:
    user = make_user()
    other_club = make_club("Ailleurs")
    for member_club in (club, other_club):
        Membership.objects.create(user=user, club=member_club, role="owner")
    signed_in.force_login(user)
    upload(signed_in, club)

    response = signed_in.get(reverse("organiser-people-import-check", args=[other_club.slug]))

    assert response.status_code == 302


def test_import_without_a_file_asks_for_one(signed_in: Client, club: Club) -> None:
    response = signed_in.post(reverse("organiser-people-import", args=[club.slug]), {})

    assert response.context["form"].errors["file"]


def test_page_opens_without_a_complaint(signed_in: Client, club: Club) -> None:
    response = signed_in.get(reverse("organiser-people-import", args=[club.slug]))

    assert "field-error" not in response.content.decode()


def evening_list(*people: tuple[int, str, str]) -> str:
    """The list of an evening as clubs have it: the place, the number drawn, the name."""
    lines = "".join(
        f"{place};{number};{last};{first}\n" for place, (number, last, first) in enumerate(people, 1)
    )
    return f"Place;Numéro;Nom;Prénom\n{lines}"


def test_numbers_drawn_in_the_evening_rename_nobody(signed_in: Client, club: Club) -> None:
    for people in (
        [(31, "Voisin", "Jean"), (32, "Martin", "Zoé")],
        [(31, "Besson", "Monique"), (32, "Petit", "Léa")],
    ):
        page = upload(signed_in, club, evening_list(*people))
        confirm(signed_in, club, page.context["plan"].digest)

    assert "ils ne sont pas pris pour des licences" in page.text
    assert {person.full_name for person in Person.objects.all()} == {
        "VOISIN Jean", "MARTIN Zoé", "BESSON Monique", "PETIT Léa",
    }  # fmt: skip
    assert not Person.objects.exclude(federation_number="").exists()


def test_number_of_somebody_else_is_a_question_that_no_button_skips(signed_in: Client, club: Club) -> None:
    voisin = Person.objects.create(club=club, last_name="Voisin", first_name="Jean", federation_number="31")
    file = "Nom;Prénom;Licence\nBesson;Monique;31\nPetit;Léa;\n"

    page = upload(signed_in, club, file)
    confirm(signed_in, club, page.context["plan"].digest)

    voisin.refresh_from_db()
    assert (
        "VOISIN Jean a déjà le n° 31\u00a0: «\u00a0Besson Monique\u00a0» est-il la même personne\u00a0?"
        in page.text
    )
    assert [line.row.last_name for line in page.context["plan"].lines] == ["Petit"]
    assert (voisin.full_name, Person.objects.count()) == ("VOISIN Jean", 2)


def test_the_question_is_answered_same_person_or_somebody_else(signed_in: Client, club: Club) -> None:
    voisin = Person.objects.create(club=club, last_name="Voisin", first_name="Jean", federation_number="31")
    file = "Nom;Prénom;Licence\nBesson;Monique;31\n"
    cells = {"cell-2-last_name": "Besson", "cell-2-first_name": "Monique", "cell-2-number": "31"}
    upload(signed_in, club, file)

    same_plan = mend(signed_in, club, {**cells, "answer-2": str(voisin.pk)}).context["plan"]
    upload(signed_in, club, file)
    new_plan = mend(signed_in, club, {**cells, "answer-2": "new"}).context["plan"]
    confirm(signed_in, club, new_plan.digest)

    assert [line.person for line in same_plan.updated] == [voisin]
    besson = Person.objects.get(last_name="Besson")
    assert (besson.federation_number, Person.objects.get(pk=voisin.pk).full_name) == ("", "VOISIN Jean")


def test_line_with_two_first_names_is_taken_when_the_organiser_says_so(signed_in: Client, club: Club) -> None:
    page = upload(signed_in, club, "Nom;Prénom\nDurand;Jean et Marie\nPetit;Léa et Tom\n")
    assert "deux personnes sur une ligne" in page.text
    cells = {"cell-2-last_name": "Durand", "cell-3-last_name": "Petit"}
    answers = {"cell-2-first_name": "Jean et Marie", "answer-2": "new", "cell-3-first_name": "Léa"}

    plan = mend(signed_in, club, cells | answers).context["plan"]

    assert [line.row.full_name for line in plan.added] == ["Durand Jean et Marie", "Petit Léa"]


def test_all_lines_at_fault_are_set_aside_at_once(signed_in: Client, club: Club) -> None:
    lines = "".join(f"Nom{number};9\n" for number in range(16))
    upload(signed_in, club, f"Nom;Série\nPetit;1\n{lines}")

    page = signed_in.post(
        reverse("organiser-people-import-check", args=[club.slug]), {"drop": "1"}, follow=True
    )

    assert page.context["problem_count"] == 0
    assert [line.row.last_name for line in page.context["plan"].lines] == ["Petit"]


def test_two_people_of_one_name_without_licence_are_both_taken_after_a_question(
    signed_in: Client, club: Club
) -> None:
    page = upload(signed_in, club, "Place;Nom;Prénom\n1;Durand;Anne\n2;Durand;Anne\n")
    confirm(signed_in, club, page.context["plan"].digest)

    cells = {"cell-3-last_name": "Durand", "cell-3-first_name": "Anne"}
    answered = mend(signed_in, club, {**cells, "answer-3": "both"})
    confirm(signed_in, club, answered.context["plan"].digest)

    assert [group.line for group in page.context["form"].groups] == [3]
    assert Person.objects.filter(last_name="Durand").count() == 2


def test_a_column_is_taken_for_what_the_organiser_says(signed_in: Client, club: Club) -> None:
    upload(signed_in, club, "Numéro;Nom;Prénom\n31;Voisin;Jean\n")

    page = signed_in.post(
        reverse("organiser-people-import-check", args=[club.slug]),
        {"columns": "1", "column-0": "number", "column-1": "last_name", "column-2": "first_name"},
        follow=True,
    )

    assert [line.row.number for line in page.context["plan"].added] == ["31"]


def test_one_of_several_sheets_is_asked_for(signed_in: Client, club: Club) -> None:
    workbook = make_xlsx(
        {"Membres": [["Nom"], ["Durand"]], "Aide": [["Lisez-moi"]], "Invités": [["Nom"], ["Petit"]]}
    )
    page = upload(signed_in, club, workbook)

    plan_page = signed_in.post(
        reverse("organiser-people-import-check", args=[club.slug]),
        {"sheet-of": "1", "sheet": "1"},
        follow=True,
    )

    assert "laquelle faut-il importer" in page.text
    assert page.context["plan"].lines == ()
    assert [line.row.last_name for line in plan_page.context["plan"].added] == ["Petit"]
    assert "Feuille lue\u00a0: Invités." in plan_page.text


@pytest.mark.parametrize("make_workbook", [make_xlsx, make_ods])
def test_players_in_hidden_rows_are_named(
    signed_in: Client, club: Club, make_workbook: Callable[..., bytes]
) -> None:
    # lines count as the spreadsheet shows them, blank ones above included
    rows = [["", ""], ["Nom", "Prénom"], ["Durand", "Anne"], ["Petit", "Léa"]]

    page = upload(signed_in, club, make_workbook({"Membres": rows}, hidden={4}))
    plain_page = upload(signed_in, club, make_workbook({"Membres": rows}))

    assert "Lignes masquées dans le classeur" in page.text
    assert page.context["hidden_lines"] == [(4, "Petit Léa")]
    assert "Lignes masquées" not in plain_page.text


def test_a_workbook_that_would_take_the_memory_is_refused(signed_in: Client, club: Club) -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'

    page = upload(signed_in, club, make_xlsx({"L": [["Nom"], ["A"]]}, cells=far))

    assert "trop grand pour une liste de joueurs" in page.text


def test_the_preview_shows_all_that_would_be_taken(signed_in: Client, club: Club) -> None:
    page = upload(signed_in, club, "Nom;Courriel;Né(e) le\nDurand;anne@example.org;22/09/1969\n")

    assert "anne@example.org" in page.text
    assert "<td>1969</td>" in page.text


def test_an_import_is_undone_from_the_page_of_what_it_did(signed_in: Client, club: Club) -> None:
    late_entry = Person.objects.create(club=club, last_name="Petit", first_name="Léa")
    page = upload(signed_in, club, "Nom;Prénom;Série\nPetit;Léa;2\nDurand;Anne;\n")

    done = confirm(signed_in, club, page.context["plan"].digest)
    change = late_entry.club.register_changes.get()
    wizard = reverse("organiser-tournament-wizard", args=[club.slug])
    change_page = signed_in.get(reverse("organiser-people-change", args=[club.slug, change.pk])).text
    assert f'class="button"\n         href="{wizard}">' in change_page
    undone = signed_in.post(reverse("organiser-people-change-undo", args=[club.slug, change.pk]), follow=True)

    late_entry.refresh_from_db()
    assert "DURAND Anne" in done.text
    assert "<ins>2</ins>" in done.text
    assert "Retirés du registre\u00a0: 1\u00a0; remis comme avant\u00a0: 1." in undone.text
    assert (list(club.people.all()), late_entry.series) == ([late_entry], "NC")


def test_names_in_small_letters_get_capitals_when_the_organiser_says_so(
    signed_in: Client, club: Club
) -> None:
    def names(response: HttpResponse) -> list[str]:
        return [line.row.full_name for line in response.context["plan"].added]  # type: ignore[attr-defined]

    def press(value: str) -> HttpResponse:
        path = reverse("organiser-people-import-check", args=[club.slug])
        return signed_in.post(path, {"capitals": value}, follow=True)  # type: ignore[return-value]

    content = "Nom;Prénom\ndupont;jean-pierre\nDurand;anne\nLE GALL;Zoé\ndupont;jean-pierre\n"
    page = upload(signed_in, club, content)
    assert names(page) == ["dupont jean-pierre", "Durand anne", "LE GALL Zoé"]
    assert "2 noms sont écrits sans majuscule, par exemple dupont jean-pierre." in page.content.decode()

    page = press("1")
    assert names(page) == ["Dupont Jean-Pierre", "Durand Anne", "LE GALL Zoé"]
    assert "Les laisser tels quels" in page.content.decode()
    assert names(press("0")) == ["dupont jean-pierre", "Durand anne", "LE GALL Zoé"]

    confirm(signed_in, club, press("1").context["plan"].digest)  # type: ignore[attr-defined]
    assert set(Person.objects.values_list("first_name", flat=True)) == {"Jean-Pierre", "Anne", "Zoé"}


def test_names_with_capitals_raise_no_question_about_them(signed_in: Client, club: Club) -> None:
    page = upload(signed_in, club, "Nom;Prénom\nDUPONT;Anne\nde Gaulle;Luc\n王;\n")

    assert "sans majuscule" not in page.content.decode()


def test_list_of_all_players_notes_who_left(signed_in: Client, club: Club) -> None:
    Person.objects.create(club=club, last_name="Durand", first_name="Anne")
    gone = Person.objects.create(club=club, last_name="Martin", first_name="Zoé")
    Person.objects.create(club=club, last_name="Petit", first_name="Léa", left_on="2026-04-01")
    page = upload(signed_in, club, "Nom;Prénom\nDurand;Anne\nPetit;Léa\n")
    plan = page.context["plan"]
    assert "1 joueur n’est pas sur la liste" in page.text
    assert "1 ancien joueur est de retour" in page.text

    done = signed_in.post(
        reverse("organiser-people-import-check", args=[club.slug]),
        {"digest": plan.digest, "departures": plan.departures_digest},
        follow=True,
    )

    assert "Notés comme anciens joueurs\u00a0: 1\u00a0; de retour\u00a0: 1." in done.text
    assert "1er avril 2026" in done.text  # that it was, and is no more
    assert list(Person.objects.exclude(left_on=None)) == [gone]


def test_departures_wait_for_the_lines_to_mend(signed_in: Client, club: Club) -> None:
    martin = Person.objects.create(club=club, last_name="Martin", first_name="Zoé")

    page = upload(signed_in, club)

    assert page.context["plan"].missing == (martin,)
    assert "departures" not in page.text
    signed_in.post(
        reverse("organiser-people-import-check", args=[club.slug]),
        {"digest": page.context["plan"].digest, "departures": page.context["plan"].departures_digest},
    )
    assert not Person.objects.exclude(left_on=None).exists()


@pytest.mark.parametrize("left_on", [None, "2026-04-01"], ids=["missing", "returned"])
def test_departures_need_someone_who_left_or_is_back(
    signed_in: Client, club: Club, left_on: str | None
) -> None:
    content = "Nom;Prénom\nDurand;Anne\n"
    assert "departures" not in upload(signed_in, club, content).text
    Person.objects.create(club=club, last_name="Durand", first_name="Anne", left_on=left_on)
    if left_on is None:
        Person.objects.create(club=club, last_name="Martin", first_name="Zoé")

    assert "departures" in upload(signed_in, club, content).text
