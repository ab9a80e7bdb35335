"""Pseudonyms that a user may choose, and names that count as equal."""

from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import PastPseudonym, User
from accounts.profiles import RESERVED_FOR, change_profile, forget_pseudonyms_before
from accounts.pseudonyms import clean_pseudonym, fold_pseudonym
from accounts.services import forget_user
from common.errors import AppError

PAGE = "/connexion/compte/profil/"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Le  Petit ", "Le Petit"),
        ("Zoe\u0308", "Zoë"),
        *((name, name) for name in ("L’as-21", "王伟", "Ωμέγα")),
    ],
)
def test_pseudonym_is_kept_in_one_spelling(typed: str, kept: str) -> None:
    assert clean_pseudonym(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "a",
        "x" * 25,
        "zoe@example.org",
        "club.example",
        "21 atouts",
        "-zoe",
        "zoe-",
        "zo\u202ee",
        "zo\u200be",
        "zo\x00e",
        "z<b>oe",
        "🃏 Joker",
        "Рaul",
        "Админ tarot",
        "Admin",
        "É-t.u-i",
        "Joueur 12",
        "Ouest",
        "Adm1n",
        "\u3164\u3164",
        "\u115f\u1160",
        "\uffa0\uffa0",
        "김\u3164철",
        "l1",
    ],
)
def test_pseudonym_that_misleads_is_refused(typed: str) -> None:
    with pytest.raises(AppError) as refusal:
        clean_pseudonym(typed)

    assert refusal.value.code == "pseudonym_refused"
    assert "pseudonym" in refusal.value.fields


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Élodie", "elodie"),
        ("Jean-Paul", "jean paul"),
        ("Paul", "PauI"),
        ("Momo", "M0m0"),
        ("Сосо", "Coco"),
        ("Straße", "STRASSE"),
        ("Anna1", "Annal"),
    ],
)
def test_names_that_could_be_taken_for_each_other_fold_alike(one: str, other: str) -> None:
    assert fold_pseudonym(one) == fold_pseudonym(other) != ""


def test_names_that_differ_fold_apart() -> None:
    names = ["Anna", "Hanna", "Anne", "Ana", "Anna2", "王伟", "王芳"]

    assert len({fold_pseudonym(name) for name in names}) == len(names)


def test_nobody_takes_a_name_that_looks_like_another(user: User) -> None:
    change_profile(user=user, pseudonym="Élodie", country="FR")
    other_user = User.objects.create_user("denis@example.org", name="Denis")

    with pytest.raises(AppError) as refusal:
        change_profile(user=other_user, pseudonym="eIodie", country="")

    assert refusal.value.code == "pseudonym_taken"
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=other_user.pk).update(
            pseudonym="elodie", pseudonym_folded=fold_pseudonym("elodie")
        )


def test_name_given_up_stays_its_owners_for_half_a_year(user: User) -> None:
    change_profile(user=user, pseudonym="Élodie", country="FR")
    change_profile(user=user, pseudonym="Claire", country="FR")
    other_user = User.objects.create_user("denis@example.org", name="Denis")

    with pytest.raises(AppError):
        change_profile(user=other_user, pseudonym="Élodie", country="")
    with time_machine.travel(timezone.now() + RESERVED_FOR + timedelta(days=1)):
        change_profile(user=other_user, pseudonym="Élodie", country="")

    assert [past.pseudonym for past in user.past_pseudonyms.all()] == ["Élodie"]
    user.refresh_from_db()
    assert (user.pseudonym, user.country) == ("Claire", "FR")


def test_owner_takes_his_former_name_again(user: User) -> None:
    for name in ("Élodie", "Claire", "elodie"):
        change_profile(user=user, pseudonym=name, country="")

    user.refresh_from_db()
    assert user.pseudonym == "elodie"


def test_names_given_up_long_ago_are_forgotten(user: User) -> None:
    change_profile(user=user, pseudonym="Élodie", country="")
    change_profile(user=user, pseudonym="", country="")
    current_time = timezone.now()

    assert forget_pseudonyms_before(current_time - timedelta(days=1)) == 0
    assert forget_pseudonyms_before(current_time + timedelta(days=1)) == 1


def test_closed_account_leaves_its_names_to_others(user: User) -> None:
    change_profile(user=user, pseudonym="Élodie", country="FR")
    change_profile(user=user, pseudonym="Claire", country="FR")

    forget_user(user=user)

    user.refresh_from_db()
    assert (user.pseudonym, user.pseudonym_folded, user.country) == ("", "", "")
    assert not PastPseudonym.objects.exists()


def test_profile_is_changed_on_its_page(client: Client, user: User) -> None:
    client.force_login(user)

    client.post(PAGE, {"pseudonym": " Le  Petit ", "country": "BE"})

    user.refresh_from_db()
    assert (user.pseudonym, user.country) == ("Le Petit", "BE")
    assert "Le Petit" in client.get(reverse("accounts-account")).text
    assert "Belgique" in client.get(PAGE).text
    assert "Belgium" in client.get(PAGE, headers={"accept-language": "en"}).text


@pytest.mark.parametrize(
    ("field", "typed"),
    [("pseudonym", "a@b.fr"), ("pseudonym", "Denis"), ("country", "XX"), ("country", "fr")],
)
def test_wrong_profile_is_told_at_its_field(client: Client, user: User, field: str, typed: str) -> None:
    other_user = User.objects.create_user("denis@example.org", name="Denis")
    change_profile(user=other_user, pseudonym="Denis", country="")
    client.force_login(user)

    page = client.post(PAGE, {"pseudonym": "Claire", "country": "FR", field: typed})

    user.refresh_from_db()
    assert (page.status_code, list(page.context["form"].errors)) == (422, [field])
    assert user.pseudonym == ""


@pytest.mark.usefixtures("one_moment")
def test_names_are_not_tried_without_end(client: Client, user: User) -> None:
    client.force_login(user)

    answers = [client.post(PAGE, {"pseudonym": "x"}).status_code for _ in range(31)]

    assert answers == [422] * 30 + [429]
