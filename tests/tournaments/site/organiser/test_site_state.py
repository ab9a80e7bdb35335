"""Pages about the installation: its state in words, the test mail, the log."""

from datetime import timedelta
from pathlib import Path
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail_notes import FAILED, SENT, MailNote
from accounts.mails import CONSOLE
from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.enums import JobState, MembershipRole
from tournaments.evening.queries.standstill import Standstill
from tournaments.installation import vital_signs
from tournaments.installation.archive import dated_path
from tournaments.installation.backup_notes import FAILURE
from tournaments.installation.backups import expect_backups
from tournaments.installation.vital_signs import PRINTER, SWEEP, WORKER, DiskSpace, beat
from tournaments.models import Membership, PrintedDocument
from tournaments.site.queries import site_state
from tournaments.site.words import state_words
from tournaments.site.words.state_words import StateLevel, StateLine, site_state_lines

pytestmark = pytest.mark.django_db

PAGE, MAIL, LOG, FILE = (reverse(f"organiser-site-{name}") for name in ("state", "mail", "log", "log-file"))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "documents"
    settings.ETUI_IS_IN_HALL = True
    expect_backups()
    dated_path("nightly", now=timezone.now() - timedelta(hours=1)).write_bytes(b"x" * 3_000_000)
    for name in (WORKER, PRINTER, SWEEP):
        beat(name)
    return tmp_path


@pytest.fixture
def owner() -> Client:
    user = make_user()
    Membership.objects.create(user=user, club=make_club(), role=MembershipRole.OWNER)
    client = Client()
    client.force_login(user)
    return client


def fail_backup(data: Path) -> None:
    note = f'{{"at": "{timezone.now().isoformat()}", "why": "disque plein"}}'
    (data / "backups" / FAILURE).write_text(note)


def state_line(name: str) -> StateLine:
    return next(line for line in site_state_lines(timezone.now()) if line.name == name)


def test_every_subject_of_a_healthy_site_is_in_order(settings: Any, data: Path) -> None:
    lines = site_state_lines(timezone.now())

    assert [(line.name, line.level) for line in lines] == [
        (name, StateLevel.GOOD)
        for name in (
            "Disque", "Sauvegarde", "Classements", "Documents et courriels", "Ronde des travaux perdus",
            "Travaux", "Courriel", "Heure", "PDF", "Version",
        )
    ]  # fmt: skip
    assert f"Données\xa0: {data}" in lines[0].text
    assert "sauvegardes 2,9" in lines[0].text
    assert "il y a 0 s" in lines[2].text
    assert lines[5].text == "En attente\xa0: 0\xa0; en cours\xa0: 0\xa0; en échec\xa0: 0."
    assert "Version 0." in lines[-1].text


def test_full_disk_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for free, level in ((200 * 1024**2, StateLevel.WATCH), (50 * 1024**2, StateLevel.BAD)):
        space = DiskSpace(free, 10**12)
        monkeypatch.setattr(site_state, "room", lambda space=space: space)
        monkeypatch.setattr("tournaments.evening.queries.standstill.room", lambda space=space: space)

        line = state_line("Disque")

        assert line.level == level
        assert "Libérez de la place maintenant" in line.advice


def test_backups_that_fail_age_or_are_not_made_are_reported(data: Path) -> None:
    (data / "backups" / FAILURE).write_text(
        f'{{"at": "{timezone.now().isoformat()}", "why": "disque plein"}}'
    )
    assert state_line("Sauvegarde").advice == "La dernière a échoué\xa0: disque plein"
    (data / "backups" / FAILURE).unlink()

    later = timezone.now() + timedelta(days=3)
    aged = next(line for line in site_state_lines(later) if line.name == "Sauvegarde")
    assert (aged.level, "Faites-en une maintenant" in aged.advice) == (StateLevel.BAD, True)

    for path in (data / "backups").iterdir():
        path.unlink()
    assert state_line("Sauvegarde").level == StateLevel.WATCH


def test_stopped_processes_and_late_work_are_reported(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    monkeypatch.setattr(vital_signs, "machine_seconds", lambda: vital_signs.started_at + 1000)
    for name in (WORKER, SWEEP):
        beat(name)
    (Path(settings.VAR_DIR) / "signs" / PRINTER).unlink()
    work = site_state.WorkState(3, 600.0, 1, 2, {})

    printer, sweep = state_line("Documents et courriels"), state_line("Ronde des travaux perdus")
    (waiting,) = state_words._work_lines(work, frozenset())
    (failed,) = state_words._work_lines(site_state.WorkState(0, 0.0, 0, 2, {}), frozenset())

    assert (printer.level, sweep.level) == (StateLevel.BAD, StateLevel.GOOD)
    assert "n’a pas encore donné signe de vie" in printer.text
    assert printer.advice == "Si cela dure, arrêtez Étui puis relancez-le."
    assert (waiting.level, "depuis 10 minutes" in waiting.text) == (StateLevel.WATCH, True)
    assert (failed.level, "permet de recommencer" in failed.advice) == (StateLevel.WATCH, True)


def test_failed_jobs_of_every_kind_are_counted() -> None:
    tournament = make_tournament(make_club())
    for state in (JobState.FAILED, JobState.RUNNING, JobState.QUEUED):
        PrintedDocument.objects.create(tournament=tournament, kind="seat_lists", state=state)

    work = site_state.work_state(timezone.now())

    assert (work.failed, work.running, work.waiting) == (1, 1, 1)


def test_mail_is_told_as_it_went(settings: Any) -> None:
    current_time = timezone.now()
    earlier = current_time - timedelta(hours=1)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"

    nothing = state_words._mail_line(None, None)
    failed = state_words._mail_line(MailNote(earlier, ""), MailNote(current_time, "TimeoutError"))
    again = state_words._mail_line(MailNote(current_time, ""), MailNote(earlier, "TimeoutError"))
    settings.EMAIL_BACKEND = CONSOLE
    unset = state_words._mail_line(None, None)

    assert [line.level for line in (nothing, failed, again, unset)] == ["good", "bad", "good", "warn"]
    assert "TimeoutError" in failed.text
    assert "EMAIL_URL" in unset.advice


def test_clock_that_was_changed_is_reported() -> None:
    line = state_words._clock_line(frozenset({Standstill.CLOCK}))

    assert (line.level, "vérifiez la date et l’heure" in line.advice) == (StateLevel.BAD, True)


def test_missing_pango_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_words, "has_text_libraries", lambda: False)

    line = state_line("PDF")

    assert (line.level, "apt install" in line.advice) == (StateLevel.WATCH, True)


def test_page_shows_each_line_and_the_time_for_the_device(owner: Client) -> None:
    page = owner.get(PAGE).text

    assert "Tout ce qu’il faut pour jouer marche." in page
    assert page.count('class="badge good"') == 10
    assert 'data-own-clock="1' in page


def test_page_of_a_site_with_a_fault_says_so(owner: Client, data: Path) -> None:
    (data / "backups" / FAILURE).write_text(
        f'{{"at": "{timezone.now().isoformat()}", "why": "disque plein"}}'
    )

    assert "Quelque chose est à régler" in owner.get(PAGE).text


def test_test_mail_goes_to_the_own_address_and_its_result_is_shown(
    owner: Client, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    page_text = owner.post(MAIL, follow=True).text

    def refuse(_message: EmailMessage) -> int:
        raise SMTPServerDisconnected("Connection refused")

    monkeypatch.setattr(EmailMessage, "send", refuse)
    failed = owner.post(MAIL, follow=True).text

    (message,) = mailoutbox
    user = Membership.objects.get().user
    assert message.to == [user.email]
    assert f"Courriel parti vers {user.email}" in page_text
    assert "Le courriel n’est pas parti\xa0: SMTPServerDisconnected: Connection refused" in failed
    assert state_words.last_mail(SENT) is not None
    assert state_words.last_mail(FAILED) is not None


def test_test_mails_are_limited_and_none_leaves_without_a_server(
    owner: Client, settings: Any, mailoutbox: list[EmailMessage]
) -> None:
    statuses = [owner.post(MAIL).status_code for _number in range(7)]
    settings.EMAIL_BACKEND = CONSOLE
    without = owner.post(MAIL)

    assert statuses == [302] * 6 + [429]
    assert without.status_code == 302
    assert len(mailoutbox) == 6
    assert MAIL not in owner.get(PAGE).text


def test_log_is_shown_and_sent_as_a_text(owner: Client, data: Path) -> None:
    (data / "logs").mkdir()
    (data / "logs" / "site.log").write_text(
        "2026-11-28 20:05:00,000 ERROR django.request: failed for anne@example.org\nKeyError: 'Anne'\n"
    )

    page, file = owner.get(LOG).text, owner.get(FILE)

    assert "failed for (adresse)" in page
    assert "example.org" not in page + file.text
    assert file["Content-Type"] == "text/plain; charset=utf-8"
    assert file["Content-Disposition"].startswith('attachment; filename="etui-journal-')
    assert file.text.endswith(
        "2026-11-28 20:05:00 site ERROR django.request: failed for (adresse)\nKeyError\n"
    )


def test_log_of_a_server_is_elsewhere(owner: Client, settings: Any) -> None:
    assert "Rien n’a été signalé." in owner.get(LOG).text
    settings.ETUI_IS_IN_HALL = False
    user = Membership.objects.get().user
    user.is_superuser = True
    user.save()
    assert "docker compose logs" in owner.get(LOG).text


def test_on_a_server_owners_do_not_read_the_state(owner: Client, settings: Any) -> None:
    settings.ETUI_IS_IN_HALL = False

    assert [owner.get(path).status_code for path in (PAGE, LOG, FILE)] == [403, 403, 403]
    assert owner.post(MAIL).status_code == 403
