"""Importing a file in two steps."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_user
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


def mend(client: Client, club: Club, written: dict[str, str]) -> HttpResponse:
    path = reverse("organiser-people-import-check", args=[club.slug])
    return client.post(path, written | {"mend": "1"}, follow=True)  # type: ignore[return-value]


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


def test_confirming_writes_the_good_lines_and_keeps_those_to_mend(signed_in: Client, club: Club) -> None:
    plan = upload(signed_in, club).context["plan"]

    response = confirm(signed_in, club, plan.digest)

    assert "Ajoutés\u00a0: 2\u00a0; modifiés\u00a0: 0" in response.content.decode()
    assert set(Person.objects.values_list("last_name", flat=True)) == {"Durand", "Petit"}
    assert [group.line for group in response.context["form"].groups] == [3, 4]

    mended = mend(signed_in, club, {"cell-3-last_name": "Roi", "cell-3-first_name": "Zoé", "drop-4": "on"})
    assert [line.row.full_name for line in mended.context["plan"].added] == ["Roi Zoé"]

    confirm(signed_in, club, mended.context["plan"].digest)
    assert Person.objects.filter(last_name="Roi").exists()
    assert not [key for key in dict(signed_in.session.items()) if key.startswith("players-file")]


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
    page = upload(signed_in, club, "Durand;Anne\n").content.decode()

    assert "La première ligne doit nommer les colonnes" in page
    assert "Ce fichier ne change rien" in page


def test_file_of_any_bytes_is_answered(signed_in: Client, club: Club) -> None:
    for content in (b"", b"\x00\xff\xfe;\x00", bytes(range(256)), b"\x89PNG\r\n\x1a\n" * 50):
        assert upload(signed_in, club, content).status_code == 200


def test_file_can_be_given_up(signed_in: Client, club: Club) -> None:
    upload(signed_in, club)

    signed_in.post(reverse("organiser-people-import-cancel", args=[club.slug]))
    response = signed_in.get(reverse("organiser-people-import-check", args=[club.slug]))

    assert response.headers["Location"] == reverse("organiser-people-import", args=[club.slug])


def test_file_of_one_club_does_not_wait_in_another(signed_in: Client, club: Club) -> None:
    user = make_user()
    other = make_club("Ailleurs")
    for kept in (club, other):
        Membership.objects.create(user=user, club=kept, role="owner")
    signed_in.force_login(user)
    upload(signed_in, club)

    response = signed_in.get(reverse("organiser-people-import-check", args=[other.slug]))

    assert response.status_code == 302


def test_import_without_a_file_asks_for_one(signed_in: Client, club: Club) -> None:
    response = signed_in.post(reverse("organiser-people-import", args=[club.slug]), {})

    assert response.context["form"].errors["file"]


def test_page_opens_without_a_complaint(signed_in: Client, club: Club) -> None:
    response = signed_in.get(reverse("organiser-people-import", args=[club.slug]))

    assert "field-error" not in response.content.decode()
