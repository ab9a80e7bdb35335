"""Addresses of names in public and of a person's own data."""

from typing import Any

from tests.factories.tournaments import make_people
from tests.tournaments.walks.matrix.rules import CLUB, NOBODY, SIGNED_IN, Row, Rule
from tests.tournaments.walks.matrix.scene import Scene

OWN = Rule(kind="account")
"""Rule of a person's own pages; no role of the matrix is that person."""
ROWS = {
    "organiser-club-privacy": Row(CLUB, CLUB),
    "organiser-person-data": Row(CLUB, CLUB),
    "organiser-person-data-file": Row(CLUB, is_page=False),
    "own-home": Row(SIGNED_IN),
    "own-data": Row(SIGNED_IN),
    "own-account-file": Row(SIGNED_IN, is_page=False),
    "own-data-person": Row(OWN, OWN, is_page=False, is_told_apart=False),
    "own-data-file": Row(OWN, is_page=False, is_told_apart=False),
    "own-untie": Row(NOBODY, OWN, is_told_apart=False),
    "own-tie-answer": Row(NOBODY, OWN, is_told_apart=False),
    "own-account-close": Row(SIGNED_IN, SIGNED_IN),
}
FIELDS = ("typed_name", "withholds_names", "opens_archives")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    person = {"pk": make_people(scene.tournament.club, 1)[0].pk}
    names = ("organiser-person-data", "organiser-person-data-file")
    own_names = ("own-data-person", "own-data-file", "own-untie")
    return dict.fromkeys((*names, *own_names, "own-tie-answer"), person)
