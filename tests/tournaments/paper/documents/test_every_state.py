"""Every document in every state of an event: it is drawn, or refused with a sentence about the next step."""

from collections.abc import Callable, Mapping

import pytest
from django.utils import timezone

from common.errors import AppError
from tests.factories.sessions import make_dealt_evening, play_session
from tests.factories.tournaments import (
    make_club,
    make_entered_tournament,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
)
from tests.tournaments.paper.documents.conftest import AT_HOME
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind as Kind
from tournaments.enums import TournamentState
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.registry import DOCUMENTS

pytestmark = pytest.mark.django_db

RESULTS = frozenset(
    {Kind.RANKING, Kind.GROUP_RANKINGS, Kind.SESSION_REPORT, Kind.PLAYER_REPORTS, Kind.HOMOLOGATION}
)
SEATS = frozenset(
    {
        Kind.DUEL_SHEETS,
        Kind.SEAT_LISTS,
        Kind.PERSONAL_CARDS,
        Kind.GUIDE_CARDS,
        Kind.RELAY_SLIPS,
        Kind.TRAVELLERS,
    }
)
DEALS = frozenset(
    {
        Kind.COVER_SHEET,
        Kind.SORTING_SHEETS,
        Kind.COPY_SHEETS,
        Kind.HAND_DIAGRAMS,
        Kind.DOG_SLIPS,
        Kind.DEAL_BOOKLET,
        Kind.TEACHING_SHEETS,
    }
)
UNENTERED = frozenset({Kind.NAME_BADGES, Kind.MISSING_NOW, Kind.EVENING_PACK})
ALWAYS_REFUSED = frozenset({Kind.PRIZE_LIST, Kind.POSTER, Kind.RECEIPTS, Kind.TAKINGS})
"""Papers of prizes that are not composed, of a ranking that is not public, and of a till without a rate."""


def make_cancelled() -> Tournament:
    tournament = make_entered_tournament(make_club(), table_count=2)
    tournament.cancelled_at = timezone.now()
    tournament.save()
    return tournament


def make_archived() -> Tournament:
    tournament = play_session(make_dealt_evening())
    tournament.state, tournament.archived_at = TournamentState.FINISHED, timezone.now()
    tournament.save()
    return tournament


def make_draft_of_teams() -> Tournament:
    return make_team_tournament(make_club(), "quartets")


STATES: Mapping[str, tuple[Callable[[], Tournament], frozenset[Kind]]] = {
    "draft": (
        lambda: make_tournament(make_club()),
        RESULTS | SEATS | DEALS | ALWAYS_REFUSED | UNENTERED,
    ),
    "draft of teams": (
        make_draft_of_teams,
        (RESULTS - {Kind.PLAYER_REPORTS}) | SEATS | DEALS | ALWAYS_REFUSED | UNENTERED,
    ),
    "entered": (
        lambda: make_entered_tournament(make_club()),
        RESULTS | SEATS | DEALS | ALWAYS_REFUSED | {Kind.MISSING_NOW, Kind.EVENING_PACK},
    ),
    "seated": (lambda: make_seated_tournament(make_club(), is_dealt=False), RESULTS | DEALS | ALWAYS_REFUSED),
    "archived": (make_archived, ALWAYS_REFUSED),
    "cancelled": (make_cancelled, frozenset(DOCUMENTS)),
}
"""Maker of an event and the papers that make no sense in that state, by state."""


@pytest.mark.parametrize("state", STATES)
def test_each_document_is_made_or_refused_with_what_to_do(state):
    make, senseless = STATES[state]
    tournament = make()
    refusals = {}

    for kind, document_type in DOCUMENTS.items():
        if document_type.is_for(find_format(tournament.format)):
            try:
                preview_html(document_type, tournament, language="fr", options=AT_HOME, first=1)
            except AppError as error:
                refusals[kind] = error

    possible = {kind for kind, row in DOCUMENTS.items() if row.is_for(find_format(tournament.format))}
    assert set(refusals) == senseless & possible
    sentences = {str(error.message) for error in refusals.values()}
    assert all(sentence[-1] in ".!" and len(sentence.split()) > 5 for sentence in sentences)
    endings = {error.code.rpartition("_")[2] for error in refusals.values()}
    assert endings <= {"missing", "cancelled", "print"}
