"""Events that take registrations, and registrations, made through the services that people use."""

import uuid
from collections.abc import Mapping
from types import MappingProxyType

from tournaments.entries.services.registrations import (
    PlayerDraft,
    RegistrationDraft,
    open_entries,
    store_registration,
)
from tournaments.models import Registration, Tournament


def open_event(tournament: Tournament, *, places: int | None = None, note: str = "") -> Tournament:
    """The tournament, open to players."""
    return open_entries(tournament=tournament, place_limit=places, note=note, opened_by=None)


def send_registration(
    tournament: Tournament,
    *names: str,
    email: str = "",
    shows_names: bool = True,
    link: str = "",
    answers: Mapping[int, str] = MappingProxyType({}),
    seeks_partner: bool = False,
    is_findable: bool = False,
    words: str = "",
) -> Registration:
    """A registration of people written "Durand Anne 123", the number left out where there is none.

    The answers to questions are those of each of them.
    """
    players = tuple(PlayerDraft(*name.split(), answers=answers) for name in names)
    return store_registration(
        tournament=tournament,
        draft=RegistrationDraft(players, email, shows_names, seeks_partner, is_findable, words),
        token=uuid.uuid4(),
        address_of=(lambda secret: f"{link}/{secret}/") if link else None,
    )
