"""Celery tasks. Each takes ids, calls one service, returns a small value and is safe to run twice."""

from datetime import datetime

from celery import Task, shared_task
from django.utils import timezone

from accounts.mail_notes import MailPostponed
from common.workers.sweeps import FORGETTING_SECONDS, run_sweeps, sweep
from tournaments.base.services.sent_forms import sweep_forms
from tournaments.deals.services.board_references import play_reference
from tournaments.entries.services.letters import send_letter
from tournaments.entries.services.registrations import send_registration_mail
from tournaments.hall.services.round_clock import begin_rounds_ahead_again
from tournaments.installation.backup_making import start_if_due
from tournaments.installation.vital_signs import SWEEP, beat
from tournaments.models import (
    BoardReference,
    Club,
    Competition,
    EntrantLetter,
    Invitation,
    MovementSearch,
    PlayAnalysis,
    PrintedDocument,
    Registration,
    Session,
    TieRequest,
    Tournament,
)
from tournaments.movements.services.movement_searches import run_search
from tournaments.paper.services.document_making import render_document
from tournaments.people.services.invitations import send_invitation_mail
from tournaments.people.services.person_accounts import send_tie_mail
from tournaments.rankings.services.play_analyses import run_analysis
from tournaments.rankings.services.result_mails import send_mails
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.services.competitions import refresh_competition
from tournaments.seasons.services.ratings import refresh_records
from tournaments.site.services.deliveries import forget_deliveries, gather_changes, send_deliveries
from tournaments.trace.services.trace import forget_addresses
from tournaments.work.kinds import COMPETITIONS, HOOKS, RECORDS, STANDINGS, send_again


@shared_task(name="tournaments.refresh_standings", bind=True)
def refresh_standings_task(self: Task, *, session_id: int) -> int | None:
    session = Session.objects.select_related("tournament").get(pk=session_id)
    snapshot = STANDINGS.run(self, session_id, lambda: refresh_standings(session=session))
    return snapshot.version if snapshot else None


@shared_task(name="tournaments.render_document", is_long=True)
def render_document_task(*, document_id: int) -> str:
    return render_document(document=PrintedDocument.objects.get(pk=document_id)).state


@shared_task(name="tournaments.search_movement", is_long=True)
def search_movement_task(*, search_id: int) -> str:
    return run_search(search=MovementSearch.objects.get(pk=search_id)).state


@shared_task(name="tournaments.play_reference", is_long=True)
def play_reference_task(*, reference_id: int) -> str:
    # a new request replaces the row, so the row of an older message may be gone
    rows = BoardReference.objects.select_related("session__tournament", "session__deal_set")
    reference = rows.filter(pk=reference_id).first()
    return play_reference(reference=reference).state if reference else ""


@shared_task(name="tournaments.analyse_play", is_long=True)
def analyse_play_task(*, analysis_id: int) -> str:
    # a new request replaces the row, so the row of an older message may be gone
    rows = PlayAnalysis.objects.select_related("table", "record__play__round__section__session__tournament")
    analysis = rows.filter(pk=analysis_id).first()
    return run_analysis(analysis=analysis).state if analysis else ""


@shared_task(name="tournaments.refresh_records", is_long=True, bind=True)
def refresh_records_task(self: Task, *, club_id: int) -> int | None:
    club = Club.objects.get(pk=club_id)
    return RECORDS.run(self, club_id, lambda: refresh_records(club=club))


@shared_task(name="tournaments.refresh_competition", bind=True)
def refresh_competition_task(self: Task, *, competition_id: int) -> int | None:
    competition = Competition.objects.get(pk=competition_id)
    snapshot = COMPETITIONS.run(self, competition_id, lambda: refresh_competition(competition=competition))
    return snapshot.version if snapshot else None


@shared_task(
    name="tournaments.send_registration_mail", is_long=True, autoretry_for=(MailPostponed,), max_retries=3
)
def send_registration_mail_task(*, registration_id: int) -> int:
    """Send the mail of a registration. Retry while no mail server takes it."""
    # after the last retry the mail is lost; the private page of the registration shows its state, too
    rows = Registration.objects.select_related("tournament__club")
    return send_registration_mail(registration=rows.get(pk=registration_id))


@shared_task(name="tournaments.send_result_mails", is_long=True)
def send_result_mails_task(*, tournament_id: int) -> int:
    return send_mails(tournament=Tournament.objects.select_related("club").get(pk=tournament_id))


@shared_task(name="tournaments.send_letter", is_long=True)
def send_letter_task(*, letter_id: int) -> int:
    rows = EntrantLetter.objects.select_related("tournament__club", "requested_by")
    return send_letter(letter=rows.get(pk=letter_id))


@shared_task(name="tournaments.gather_changes", bind=True)
def gather_changes_task(self: Task, *, tournament_id: int) -> int | None:
    return HOOKS.run(self, tournament_id, lambda: gather_changes(tournament_id=tournament_id))


@shared_task(name="tournaments.send_deliveries", is_long=True)
def send_deliveries_task(*, hook_id: int) -> int:
    return send_deliveries(hook_id=hook_id)


@shared_task(name="tournaments.sweep")
def sweep_task() -> None:
    """Run the sweeps of all apps that are due."""
    beat(SWEEP)
    run_sweeps(now=timezone.now())


@sweep(every=FORGETTING_SECONDS)
def forget_old_addresses(moment: datetime) -> None:
    forget_addresses(now=moment)


@sweep(every=FORGETTING_SECONDS)
def forget_sent_forms(_now: datetime) -> None:
    sweep_forms()


@sweep(every=FORGETTING_SECONDS)
def forget_old_deliveries(moment: datetime) -> None:
    forget_deliveries(now=moment)


@sweep()
def repair_clocks(_now: datetime) -> None:
    begin_rounds_ahead_again()


@sweep()
def send_lost_messages(_now: datetime) -> None:
    send_again()


@shared_task(name="tournaments.back_up")
def back_up_task() -> bool:
    """Start the nightly backup if it is due, in a process of its own. Return whether it was started."""
    return start_if_due() is not None


@shared_task(
    name="tournaments.send_invitation_mail", is_long=True, autoretry_for=(MailPostponed,), max_retries=3
)
def send_invitation_mail_task(*, invitation_id: int, link: str, email: str, language: str) -> int:
    # the event may be deleted since the message was requested
    rows = Invitation.objects.select_related("tournament__club", "invited_by")
    invitation = rows.filter(pk=invitation_id).first()
    if invitation is None:
        return 0
    return send_invitation_mail(invitation=invitation, link=link, email=email, language=language)


@shared_task(name="tournaments.send_tie_mail", is_long=True)
def send_tie_mail_task(*, request_id: int, link: str, language: str) -> int:
    # the club may have withdrawn the request since the message was sent
    request = TieRequest.objects.select_related("person__club").filter(pk=request_id).first()
    return send_tie_mail(request=request, link=link, language=language) if request else 0
