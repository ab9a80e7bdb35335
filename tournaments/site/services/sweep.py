"""Sending again the work that a lost message or a dead worker left behind."""

from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from common.moments import longer_ago
from common.queueing import after_commit
from tournaments.enums import JobState, MailState, SearchState
from tournaments.models import (
    CompetitionRequest,
    MovementSearch,
    PrintedDocument,
    RecordsRequest,
    ResultMail,
    StandingsRequest,
)
from tournaments.movements.services.movement_searches import SILENT_AFTER as SEARCH_SILENT_AFTER
from tournaments.paper.services.document_making import SILENT_AFTER

STALE_AFTER = timedelta(seconds=4)
"""A ranking that is asked for and waits that long is asked for again: longer than the usual one takes."""
JOB_STALE_AFTER = timedelta(seconds=15)
"""A document, a search, a letter that waits that long is asked for again: they wait for each other."""


def send_again() -> int:
    """Nudge the worker for everything that waits too long: rankings, documents, searches, records, mail.

    Returns:
        How many nudges were sent.
    """
    now = timezone.now()
    is_stale = longer_ago("created_at", STALE_AFTER, now)
    is_late = longer_ago("created_at", JOB_STALE_AFTER, now)
    sessions = (
        StandingsRequest.objects.filter(is_stale)
        .order_by("session_id").values_list("session_id", flat=True).distinct()
    )  # fmt: skip
    documents = PrintedDocument.objects.filter(
        (Q(state=JobState.QUEUED) & is_late)
        | (Q(state=JobState.RUNNING) & longer_ago("heartbeat_at", SILENT_AFTER, now))
    ).order_by(F("created_at"))
    searches = MovementSearch.objects.filter(
        (Q(state=SearchState.QUEUED) & is_late)
        & (Q(heartbeat_at=None) | longer_ago("heartbeat_at", JOB_STALE_AFTER, now))
        | (Q(state=SearchState.RUNNING) & longer_ago("heartbeat_at", SEARCH_SILENT_AFTER, now))
    )
    session_ids, document_ids = list(sessions), list(documents.values_list("pk", flat=True))
    search_ids = list(searches.values_list("pk", flat=True))
    records = RecordsRequest.objects.filter(is_stale).order_by("tournament__club")
    club_ids = list(records.values_list("tournament__club", flat=True).distinct())
    rankings = CompetitionRequest.objects.filter(is_stale).order_by("competition")
    competition_ids = list(rankings.values_list("competition", flat=True).distinct())
    mails = ResultMail.objects.filter(is_late, state=MailState.QUEUED).order_by("tournament")
    tournament_ids = list(mails.values_list("tournament", flat=True).distinct())
    for session_id in session_ids:
        after_commit("tournaments.refresh_standings", session_id=session_id)
    for document_id in document_ids:
        after_commit("tournaments.render_document", document_id=document_id)
    for search_id in search_ids:
        after_commit("tournaments.search_movement", search_id=search_id)
    for club_id in club_ids:
        after_commit("tournaments.refresh_records", club_id=club_id)
    for competition_id in competition_ids:
        after_commit("tournaments.refresh_competition", competition_id=competition_id)
    for tournament_id in tournament_ids:
        after_commit("tournaments.send_result_mails", tournament_id=tournament_id)
    asked = (session_ids, document_ids, search_ids, club_ids, competition_ids, tournament_ids)
    return sum(map(len, asked))
