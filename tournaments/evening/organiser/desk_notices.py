"""Notices on the desk that other apps add, each for some of the tournaments."""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DeskNotice:
    """A sentence on the desk, with the page that it is about."""

    sentence: str
    url: str
    link: str
    """Text of the link."""
    is_problem: bool = False


NOTICES: list[Callable[[Tournament], DeskNotice | None]] = []
"""Functions that return the notice of a tournament; None without one. An app registers its own at start."""


def desk_notices(tournament: Tournament) -> list[DeskNotice]:
    """Return the notices of a tournament. Queries as the registered functions."""
    return [notice for make in NOTICES if (notice := make(tournament)) is not None]
