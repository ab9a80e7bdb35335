"""All kinds of background work, one constant each, and the functions that request it."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments.enums import DeliveryState, MailState
from tournaments.models import (
    BoardReference,
    Competition,
    CompetitionRequest,
    CompetitionSnapshot,
    LetterMail,
    MovementSearch,
    PlayAnalysis,
    PrintedDocument,
    RecordsRequest,
    ResultMail,
    Session,
    Standings,
    StandingsRequest,
    Tournament,
    WebhookDelivery,
    WebhookRequest,
)
from tournaments.work.hooks import HookWork
from tournaments.work.jobs import Job
from tournaments.work.mail_queue import MailWork
from tournaments.work.recomputing import Recomputed, Versioned

RANKING_STALE_AFTER = timedelta(seconds=4)
JOB_STALE_AFTER = timedelta(seconds=15)
"""Age of a stale job.

It is longer than for rankings, because documents, searches and mails queue behind each other.
"""


def _standings_made_at(session_id: int) -> datetime | None:
    return Standings.objects.values_list("updated_at", flat=True).get(session=session_id)


def _competition_made_at(competition_id: int) -> datetime | None:
    snapshots = CompetitionSnapshot.objects.filter(competition=competition_id).order_by("-version")
    return snapshots.values_list("created_at", flat=True).first()


STANDINGS = Versioned(
    name="standings",
    rows=StandingsRequest,
    of="session_id",
    task="tournaments.refresh_standings",
    argument="session_id",
    stale_after=RANKING_STALE_AFTER,
    gap=timedelta(seconds=0.5),  # a thousand open pages show a result within a second
    made_at=_standings_made_at,
    numbered=lambda pk: Standings.objects.filter(session=pk),
)
COMPETITIONS = Versioned(
    name="competition",
    rows=CompetitionRequest,
    of="competition_id",
    task="tournaments.refresh_competition",
    argument="competition_id",
    stale_after=RANKING_STALE_AFTER,
    gap=timedelta(seconds=3),  # its sites change it together
    made_at=_competition_made_at,
    numbered=lambda pk: Competition.objects.filter(pk=pk),
)
RECORDS = Recomputed(
    name="records",
    rows=RecordsRequest,
    of="tournament__club_id",
    task="tournaments.refresh_records",
    argument="club_id",
    stale_after=RANKING_STALE_AFTER,
)
PRINTED_DOCUMENTS = Job(
    name="document",
    rows=PrintedDocument,
    task="tournaments.render_document",
    argument="document_id",
    stale_after=JOB_STALE_AFTER,
    silent_after=timedelta(seconds=30),  # a part takes a few seconds at most
    begins_with={"pages_done": 0, "pages_total": 0},
)
MOVEMENT_SEARCHES = Job(
    name="search",
    rows=MovementSearch,
    task="tournaments.search_movement",
    argument="search_id",
    stale_after=JOB_STALE_AFTER,
    silent_after=timedelta(seconds=20),
)
PLAY_ANALYSES = Job(
    name="analysis",
    rows=PlayAnalysis,
    task="tournaments.analyse_play",
    argument="analysis_id",
    stale_after=JOB_STALE_AFTER,
    silent_after=timedelta(seconds=90),  # the search may have to be compiled first
    begins_with={"done": 0, "total": 0},
)
BOARD_REFERENCES = Job(
    name="reference",
    rows=BoardReference,
    task="tournaments.play_reference",
    argument="reference_id",
    stale_after=JOB_STALE_AFTER,
    silent_after=timedelta(seconds=30),  # a play takes a second or two
)
RESULT_MAILS = MailWork(
    name="mail",
    rows=ResultMail,
    of="tournament_id",
    task="tournaments.send_result_mails",
    argument="tournament_id",
    stale_after=JOB_STALE_AFTER,
    unclaimed=Q(state=MailState.QUEUED),
)
LETTERS = MailWork(
    name="letter",
    rows=LetterMail,
    of="letter_id",
    task="tournaments.send_letter",
    argument="letter_id",
    stale_after=JOB_STALE_AFTER,
    unclaimed=Q(state=MailState.QUEUED),
)
HOOK_GAP = timedelta(seconds=5)
"""Least time between two messages of one event. Changes in between go into one."""


def _hooks_told_at(tournament_id: int) -> datetime | None:
    deliveries = WebhookDelivery.objects.filter(tournament=tournament_id).order_by("-created_at")
    return deliveries.values_list("created_at", flat=True).first()


HOOKS = Recomputed(
    name="hook",
    rows=WebhookRequest,
    of="tournament_id",
    task="tournaments.gather_changes",
    argument="tournament_id",
    stale_after=JOB_STALE_AFTER,
    gap=HOOK_GAP,
    made_at=_hooks_told_at,
)
DELIVERIES = HookWork(
    name="delivery",
    rows=WebhookDelivery,
    of="hook_id",
    task="tournaments.send_deliveries",
    argument="hook_id",
    stale_after=JOB_STALE_AFTER,
    unclaimed=Q(state=DeliveryState.WAITING),
)
KINDS = (
    STANDINGS,
    COMPETITIONS,
    RECORDS,
    PRINTED_DOCUMENTS,
    MOVEMENT_SEARCHES,
    PLAY_ANALYSES,
    BOARD_REFERENCES,
    RESULT_MAILS,
    LETTERS,
    HOOKS,
    DELIVERIES,
)


def request_standings(*, session: Session) -> None:
    """Request a new ranking of a session, inside the transaction of the change."""
    STANDINGS.request(session.pk, session=session)


def request_competition_ranking(*, competition: Competition) -> None:
    """Request a new ranking of a competition, inside the transaction of the change."""
    COMPETITIONS.request(competition.pk, competition=competition)


def request_competition_rankings(*, tournament: Tournament) -> None:
    """Request a new ranking of every competition in which a tournament counts.

    One query when there is none.
    """
    for competition in Competition.objects.filter(members__tournament=tournament):
        request_competition_ranking(competition=competition)


def request_records(*, tournament: Tournament) -> None:
    """Request new records of an event, inside the transaction of the change."""
    RECORDS.request(tournament.club_id, tournament=tournament)


def send_again() -> int:
    """Nudge the workers for all work that a lost message or a dead worker left behind.

    Returns:
        The number of nudges.
    """
    moment = timezone.now()
    stale_work = [(kind, pk) for kind in KINDS for pk in kind.stale(moment)]
    for kind, pk in stale_work:
        kind.nudge(pk)
    return len(stale_work)
