"""The list of licensees: kept from an import, compared with the register, deleted."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club
from tests.tournaments.people.organiser.test_people_import import upload
from tournaments.models import Club, LicenceList, Licensee, Person, RegisterChange

LIST = "Nom;Prénom;Licence;Série\nDURAND;Anne;12;2\nLE GALL;Jean;34;1\n;Zoé;;\n"


def path(name: str, club: Club) -> str:
    return reverse(name, args=[club.slug])


def keep(client: Client, club: Club, text: str = LIST) -> str:
    upload(client, club, text)
    return client.post(path("organiser-licences-keep", club), follow=True).text


def test_a_list_is_kept_beside_the_register(signed_in: Client, club: Club) -> None:
    assert "Garder comme fichier des licenciés" in upload(signed_in, club, LIST).content.decode()

    page = signed_in.post(path("organiser-licences-keep", club), follow=True).text

    # the line without a family name is left out
    assert "La liste est gardée\u00a0: 2 licenciés." in page
    assert "« joueurs.csv », chargée le" in page.replace("\u00a0", " ")
    assert not Person.objects.exists()
    # the list no longer waits for an import
    assert signed_in.get(path("organiser-people-import-check", club)).status_code == 302


def test_keeping_without_a_list_asks_for_one(signed_in: Client, club: Club) -> None:
    page = signed_in.post(path("organiser-licences-keep", club), follow=True).text

    assert "Choisissez d’abord un fichier." in page
    assert not LicenceList.objects.exists()


def test_a_list_without_a_readable_line_leaves_the_one_before(signed_in: Client, club: Club) -> None:
    keep(signed_in, club)

    page = keep(signed_in, club, "Nom;Prénom\n;Zoé\n")

    assert "Choisissez d’abord un fichier." in page
    assert Licensee.objects.count() == 2


@pytest.mark.parametrize("number", ["34", "99"], ids=["a question", "nobody"])
def test_a_list_without_the_register_does_not_say_the_same(
    signed_in: Client, club: Club, number: str
) -> None:
    Person.objects.create(club=club, last_name="Kerbrat", first_name="Yann", federation_number=number)

    page = keep(signed_in, club)

    assert "Votre registre dit la même chose que la liste." not in page


def test_an_import_that_adds_nobody_offers_no_list(signed_in: Client, club: Club) -> None:
    Person.objects.create(club=club, last_name="Durand", first_name="Anne", federation_number="12")

    page = upload(signed_in, club, "Nom;Prénom;Licence;Série\nDURAND;Anne;12;2\n").content.decode()

    assert "Garder comme fichier des licenciés" not in page


def test_the_register_is_updated_from_the_page(signed_in: Client, club: Club) -> None:
    anne = Person.objects.create(
        club=club, last_name="Durand", first_name="Anne", federation_number="12", series="4"
    )
    keep(signed_in, club)
    page = signed_in.get(path("organiser-licences", club))

    answer = signed_in.post(
        path("organiser-licences", club), {"digest": page.context["comparison"].plan.digest}, follow=True
    )

    anne.refresh_from_db()
    assert anne.series == "2"
    assert "1 joueur est à jour." in answer.text
    assert answer.redirect_chain[-1][0].endswith(f"/changements/{RegisterChange.objects.get().pk}/")
    assert (
        "Votre registre dit la même chose que la liste."
        in signed_in.get(path("organiser-licences", club)).text
    )


def test_an_old_page_changes_nothing_and_says_so(signed_in: Client, club: Club) -> None:
    anne = Person.objects.create(
        club=club, last_name="Durand", first_name="Anne", federation_number="12", series="4"
    )
    keep(signed_in, club)

    page = signed_in.post(path("organiser-licences", club), {"digest": "x"}).text

    anne.refresh_from_db()
    assert anne.series == "4"
    assert "Le registre a changé entre-temps" in page


def test_questions_and_missing_people_lead_to_their_pages(signed_in: Client, club: Club) -> None:
    holder = Person.objects.create(club=club, last_name="Kerbrat", first_name="Yann", federation_number="34")
    missing = Person.objects.create(club=club, last_name="Absent", first_name="Luc", federation_number="99")

    page = keep(signed_in, club)

    for person in (holder, missing):
        assert reverse("organiser-person-edit", args=[club.slug, person.pk]) in page
    assert "1 joueur a un numéro de licence et n’est pas dans la liste" in page


def test_without_a_list_the_page_says_how_to_get_one(signed_in: Client, club: Club) -> None:
    page = signed_in.get(path("organiser-licences", club)).text

    assert "Vous n’avez pas encore de liste." in page
    assert path("organiser-people-import", club) in page
    # nothing to update
    assert signed_in.post(path("organiser-licences", club), {"digest": "x"}).status_code == 200


def test_the_list_of_the_club_alone_is_deleted(signed_in: Client, club: Club) -> None:
    keep(signed_in, club)
    other_club = make_club("Autre club")
    Licensee.objects.create(
        licence_list=LicenceList.objects.create(club=other_club, name="autre.csv"), line=2, last_name="Petit"
    )

    page = signed_in.post(path("organiser-licences-delete", club), follow=True).text

    assert "Le fichier des licenciés est supprimé." in page
    assert [str(licensee) for licensee in Licensee.objects.all()] == ["PETIT"]


@pytest.mark.parametrize(
    "name", ["organiser-licences", "organiser-licences-keep", "organiser-licences-delete"]
)
def test_another_club_has_no_page(signed_in: Client, name: str) -> None:
    other_club = make_club("Autre club")

    assert signed_in.post(path(name, other_club)).status_code == 404
