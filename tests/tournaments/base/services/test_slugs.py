"""The part of an address that names something."""

import pytest

from play.rooms.models import Room
from tests.factories.concurrent import run_against
from tests.factories.tournaments import make_user
from tournaments.base.services.slugs import LONGEST, create_with_slug, free_slug, readable_slug
from tournaments.models import Club
from tournaments.people.services.clubs import create_club


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Val d’Œuf", "val-d-oeuf"),
        ("L'Étui d’or", "l-etui-d-or"),
        ("Łódź – Straße", "lodz-strasse"),
        ("王伟 ?", ""),
        ("a" * 200, "a" * LONGEST),
    ],
)
def test_name_is_written_in_plain_letters(name: str, slug: str) -> None:
    assert readable_slug(name) == slug


@pytest.mark.django_db
def test_slug_that_is_taken_or_reserved_gets_a_number() -> None:
    for slug in ("le-petit", "le-petit-2"):
        Club.objects.create(name="Le Petit", slug=slug)

    assert free_slug(Club.objects, "Le petit !", "club") == "le-petit-3"
    assert free_slug(Club.objects, "王伟", "club") == "club"
    assert create_with_slug(Room.objects, "Mots", "salle", reserved={"mots"}, name="Mots").slug == "mots-2"


@pytest.mark.postgres
@pytest.mark.django_db
def test_slugs_of_long_names_fit_their_column() -> None:
    name = "Association sportive et culturelle des retraités de la Poste et de France Télécom"
    clubs = [create_club(name=name, city="", created_by=make_user()) for _number in range(2)]

    assert [club.slug for club in clubs] == [
        "association-sportive-et-culturelle-des-retraites-d",
        "association-sportive-et-culturelle-des-retraites-d-2",
    ]


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_two_clubs_of_one_name_at_once_get_two_slugs() -> None:
    user = make_user()

    def create() -> Club:
        return create_club(name="Le Petit", city="", created_by=user)

    first, second = run_against(create, create)

    assert (first.slug, second.slug) == ("le-petit", "le-petit-2")
