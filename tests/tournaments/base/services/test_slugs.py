"""The part of an address that names something."""

import pytest

from tournaments.base.services.slugs import LONGEST, free_slug, readable_slug
from tournaments.models import Club


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
def test_slug_that_is_taken_gets_a_number() -> None:
    for slug in ("le-petit", "le-petit-2"):
        Club.objects.create(name="Le Petit", slug=slug)

    assert free_slug(Club.objects, "Le petit !", "club") == "le-petit-3"
    assert free_slug(Club.objects, "王伟", "club") == "club"
