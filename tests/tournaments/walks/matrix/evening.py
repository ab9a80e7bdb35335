"""Evening for requests to every address of the matrix, with one object of each kind."""

import importlib
import pkgutil
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from django.urls import reverse

from accounts.models import User
from tests.factories.stored_again import stored_first
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_reader,
    make_seated_tournament,
    make_user,
    reveal,
)
from tests.tournaments.walks.matrix.rules import SUPERUSER, VISITOR, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.enums import EventRole, MembershipRole, Visibility
from tournaments.models import Competition, Tournament

ROWS_FOLDER = "tests.tournaments.walks.matrix.rows"


def row_modules() -> list[ModuleType]:
    """The modules of rows, by name: each has `ROWS`, and may have `FIELDS` and `arguments`."""
    names = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent / "rows")]))
    return [importlib.import_module(f"{ROWS_FOLDER}.{name}") for name in names]


MODULES = row_modules()
MATRIX: dict[str, Row] = {name: row for module in MODULES for name, row in module.ROWS.items()}
assert len(MATRIX) == sum(len(module.ROWS) for module in MODULES), "an address has two rows"
FIELDS: list[str] = sorted({field for module in MODULES for field in getattr(module, "FIELDS", ())})
"""Names of the fields that pages read, for tests of nasty input."""


@dataclass(frozen=True)
class Evening:
    """A tournament with one of everything that an address can name."""

    tournament: Tournament
    ids: dict[str, dict[str, Any]]
    """Arguments by name of the address, where the slug of the tournament or club is not enough."""

    def path(self, name: str) -> str:
        """The path of an address in this evening."""
        row = MATRIX[name]
        kinds = {row.reading.kind, row.writing.kind}
        if kinds & {"everybody", "account", "code"}:
            return reverse(name, kwargs=self.ids.get(name))
        if "secret" in kinds or name.startswith(
            (
                *("table-", "rooms-table", "rooms-reports", "rooms-round", "rooms-words-report"),
                *("counting-evening-", "public-person"),
            )
        ):
            return reverse(name, kwargs=self.ids[name])
        is_club = {"club", "own_club", "club_view"} & kinds
        slug = self.tournament.club.slug if is_club else self.tournament.slug
        return reverse(name, kwargs={"slug": slug, **self.ids.get(name, {})})


def make_evening(
    visibility: Visibility = Visibility.PRIVATE,
    *,
    is_revealed: bool = True,
    tournament: Tournament | None = None,
) -> Evening:
    """An evening of five tables with one result, its deals revealed unless they shall stay sealed.

    Args:
        tournament: seated and dealt already; None for one of a club of its own.
    """
    if tournament is None:
        return _evening_of_its_own_club(visibility, is_revealed)
    return _with_one_of_everything(tournament, visibility, is_revealed)


def _find_again(found_by: tuple[int, dict[str, dict[str, Any]]]) -> Evening:
    pk, ids = found_by
    tournament = Tournament.objects.select_related("club").get(pk=pk)
    return Evening(tournament, {name: dict(id_pairs) for name, id_pairs in ids.items()})


@stored_first(lambda evening: (evening.tournament.pk, evening.ids), _find_again)
def _evening_of_its_own_club(visibility: Visibility, is_revealed: bool) -> Evening:
    return _with_one_of_everything(make_seated_tournament(make_club()), visibility, is_revealed)


def _with_one_of_everything(tournament: Tournament, visibility: Visibility, is_revealed: bool) -> Evening:
    if is_revealed:
        reveal(tournament)
    set_visibility(tournament, visibility)
    play = list_plays(tournament)[0]
    enter_result(play, 56)
    tournament.refresh_from_db()
    scene = Scene(tournament, play, tournament.entries.all()[0])
    argument_maps = (module.arguments(scene) for module in MODULES if hasattr(module, "arguments"))
    return Evening(
        tournament, {name: values for arguments in argument_maps for name, values in arguments.items()}
    )


def set_visibility(tournament: Tournament, visibility: Visibility) -> None:
    """Show the pages of the tournament, and of what it is part of, to the public or hide them."""
    Tournament.objects.filter(pk=tournament.pk).update(visibility=visibility)
    Competition.objects.filter(members__tournament=tournament).update(visibility=visibility)


def make_role(role: str, tournament: Tournament) -> User | None:
    """Store a user of a role of `ROLES`; None for a visitor."""
    if role == VISITOR:
        return None
    if role in EventRole.values:
        return make_user(tournament=tournament, role=EventRole(role))
    if role in MembershipRole.values:
        return make_user(club=tournament.club, role=MembershipRole(role))
    if role == SUPERUSER:
        return User.objects.create_superuser(f"super{User.objects.count()}@example.org", name="Super")
    if role == "other_owner":
        return make_user(club=make_club("Ailleurs"))
    if role == "other_director":
        return make_user(tournament=make_seated_tournament(make_club("Ailleurs")))
    return make_user("Inconnu")


def make_superuser(evening: Evening) -> User:
    """Store a superuser who may open every address and read the cards."""
    superuser = make_role(SUPERUSER, evening.tournament)
    assert superuser is not None
    return make_reader(superuser, evening.tournament)
