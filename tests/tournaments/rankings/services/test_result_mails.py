"""Results by e-mail: recipients, a single message each, its words."""

from itertools import cycle
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

from accounts.models import User
from common.errors import AppError
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.core.showing import Part
from tournaments.enums import MailState
from tournaments.events.services.showing import hide_now, show_now
from tournaments.events.services.states import finish_tournament, reopen_tournament
from tournaments.models import Person, ResultMail, Tournament
from tournaments.people.services.person_links import find_person
from tournaments.rankings.queries.result_mails import load_mail_progress
from tournaments.rankings.services.result_mails import cancel_mails, request_mails, send_mails
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished() -> Tournament:
    tournament = make_seated_tournament(make_club())
    enter_results(zip(list_plays(tournament), cycle((-52, 56, 56)), strict=False))
    refresh_standings(session=tournament.sessions.get())
    wishing = [entry.person for entry in tournament.entries.all()[:3]]
    for person, address in zip(wishing, ("a@club.example", "b@club.example", ""), strict=True):
        person.wants_results, person.email = True, address
        person.save()
    return finish_tournament(tournament=tournament, finished_by=None)


def ask(tournament: Tournament, language: str = "fr") -> int:
    links = {entry.pk: f"https://tarot.example/{entry.pk}" for entry in tournament.entries.all()}
    return request_mails(tournament=tournament, links=links, language=language, requested_by=None)


def test_who_asked_and_has_an_address_gets_place_result_and_link(finished: Tournament) -> None:
    assert ask(finished) == 2
    assert send_mails(tournament=finished) == 2

    assert sorted(message.to for message in mail.outbox) == [["a@club.example"], ["b@club.example"]]
    first = finished.entries.all()[0]
    message = next(message for message in mail.outbox if message.to == ["a@club.example"])
    assert message.subject == f"{finished.name}\xa0: votre résultat"
    assert f"Bonjour {first.person.first_name}," in message.body
    assert " sur 20, résultat " in message.body
    assert f"https://tarot.example/{first.pk}" in message.body
    assert [person.pk for person in load_mail_progress(finished).without_address] == [
        finished.entries.all()[2].person_id
    ]


@pytest.mark.postgres
def test_the_message_brings_a_private_link_that_the_site_does_not_keep(finished: Tournament) -> None:
    links = {entry.pk: "https://tarot.example/" for entry in finished.entries.all()}
    request_mails(
        tournament=finished,
        links=links,
        language="fr",
        requested_by=None,
        own_address=lambda secret: f"https://tarot.example/moi/{secret}/",
    )
    send_mails(tournament=finished)

    message = next(message for message in mail.outbox if message.to == ["a@club.example"])
    secret = message.body.partition("https://tarot.example/moi/")[2].partition("/")[0]
    assert find_person(secret) == finished.entries.all()[0].person
    assert set(ResultMail.objects.values_list("own_link", flat=True)) == {""}


def test_a_hidden_ranking_is_not_sent(finished: Tournament) -> None:
    hidden = hide_now(tournament=finished, part=Part.RANKING, set_by=None)

    with pytest.raises(AppError, match="ranking_hidden"):
        ask(hidden)


def test_messages_wait_while_the_ranking_is_hidden(finished: Tournament) -> None:
    ask(finished)
    hidden = hide_now(tournament=finished, part=Part.RANKING, set_by=None)
    sent_meanwhile = send_mails(tournament=hidden)
    released = show_now(tournament=hidden, part=Part.RANKING, set_by=None)

    assert (sent_meanwhile, send_mails(tournament=released)) == (0, 2)


def test_message_is_in_the_language_asked_for(finished: Tournament) -> None:
    ask(finished, "en")
    send_mails(tournament=finished)

    assert mail.outbox[0].subject == f"{finished.name}: your result"
    assert "Hello " in mail.outbox[0].body


@pytest.mark.parametrize(
    ("in_register", "of_account", "asked", "read"),
    [("en", "", "fr", "en"), ("", "en", "fr", "en"), ("fr", "en", "fr", "en"), ("fr", "", "en", "fr")],
)
def test_each_reads_his_own_language(
    finished: Tournament, in_register: str, of_account: str, asked: str, read: str
) -> None:
    person = Person.objects.get(email="a@club.example")
    person.user = User.objects.create_user("anne@club.example", name="Anne", language=of_account)
    person.language = in_register
    person.save()

    ask(finished, asked)
    send_mails(tournament=finished)

    greetings = {"fr": "Bonjour ", "en": "Hello "}
    by_address = {message.to[0]: message.body for message in mail.outbox}
    assert greetings[read] in by_address["a@club.example"]
    assert greetings[asked] in by_address["b@club.example"]


@pytest.mark.postgres
def test_languages_of_accounts_cost_one_query(finished: Tournament, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    people = Person.objects.exclude(email="")
    counts = []
    for number, person in enumerate(people):
        person.user = User.objects.create_user(f"{number}@club.example", name="Anne", language="en")
        person.save()
        ResultMail.objects.all().delete()
        with django_assert_max_num_queries(100) as queries:
            ask(finished)
        counts.append(len(queries))

    assert len(counts) == 2
    assert counts[0] == counts[1]


def test_nobody_gets_the_same_ranking_twice_but_a_corrected_one_again(finished: Tournament) -> None:
    ask(finished)
    send_mails(tournament=finished)

    with pytest.raises(AppError, match="nobody_to_mail"):
        ask(finished)
    assert send_mails(tournament=finished) == 0
    reopened = reopen_tournament(tournament=finished, reopened_by=None)
    enter_result(list_plays(reopened)[0], 70, seen_version=1, reason="Erreur")
    refresh_standings(session=reopened.sessions.get())
    again = finish_tournament(tournament=reopened, finished_by=None)
    assert ask(again) == 2
    send_mails(tournament=again)
    assert ["Le classement a été corrigé le" in message.body for message in mail.outbox] == [
        False, False, True, True,
    ]  # fmt: skip


def test_what_has_not_left_is_kept_back(finished: Tournament) -> None:
    ask(finished)

    assert cancel_mails(tournament=finished, cancelled_by=None) == 2

    assert send_mails(tournament=finished) == 0
    assert mail.outbox == []


def test_message_that_a_server_refuses_is_told_and_the_others_leave(
    finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver = EmailBackend.send_messages

    def refuse_one(self: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        if messages[0].to == ["a@club.example"]:
            raise SMTPServerDisconnected("gone")
        return deliver(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse_one)
    ask(finished)

    assert send_mails(tournament=finished) == 1

    failed = ResultMail.objects.get(state=MailState.FAILED)
    assert (failed.address, failed.error) == ("a@club.example", "gone")


def test_message_that_was_stopped_or_refused_is_sent_to_the_address_of_today(
    finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_backend: EmailBackend, messages: list[mail.EmailMessage]) -> int:
        raise SMTPRecipientsRefused({messages[0].to[0]: (550, b"unknown")})

    ask(finished)
    with monkeypatch.context() as context:
        context.setattr(EmailBackend, "send_messages", refuse)
        send_mails(tournament=finished)
    Person.objects.filter(email="a@club.example").update(email="c@club.example")
    assert load_mail_progress(finished).to_send == 2

    assert ask(finished) == 2
    cancel_mails(tournament=finished, cancelled_by=None)
    assert ask(finished) == 2
    assert send_mails(tournament=finished) == 2

    assert sorted(message.to for message in mail.outbox) == [["b@club.example"], ["c@club.example"]]
    assert load_mail_progress(finished).to_send == 0
    with pytest.raises(AppError, match="nobody_to_mail"):
        ask(finished)


def test_private_link_stays_for_the_next_attempt(
    finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_backend: EmailBackend) -> None:
        raise ConnectionRefusedError

    request_mails(
        tournament=finished,
        links={entry.pk: "https://tarot.example/" for entry in finished.entries.all()},
        language="fr",
        requested_by=None,
        own_address="https://tarot.example/{}".format,
    )
    with monkeypatch.context() as context:
        context.setattr(EmailBackend, "open", refuse)
        assert send_mails(tournament=finished) == 0
    assert "" not in ResultMail.objects.values_list("own_link", flat=True)

    ResultMail.objects.update(changed_at="2026-01-01T00:00Z")
    assert send_mails(tournament=finished) == 2
    assert set(ResultMail.objects.values_list("own_link", flat=True)) == {""}


@pytest.mark.postgres
def test_message_left_behind_by_a_dead_worker_is_not_sent_again_by_itself(finished: Tournament) -> None:
    ask(finished)
    lost = ResultMail.objects.order_by("pk")[0]
    ResultMail.objects.filter(pk=lost.pk).update(state=MailState.SENDING, changed_at="2026-01-01T00:00Z")

    assert send_mails(tournament=finished) == 1

    lost.refresh_from_db()
    assert lost.state == MailState.FAILED


def test_asking_nudges_the_worker(
    finished: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        ask(finished)

    assert len(mail.outbox) == 2


def test_nothing_is_asked_of_a_site_without_mail_or_of_an_evening_that_goes_on(
    finished: Tournament, settings: Settings
) -> None:
    reopened = reopen_tournament(tournament=finished, reopened_by=None)
    with pytest.raises(AppError, match="not_finished"):
        ask(reopened)
    finish_tournament(tournament=reopened, finished_by=None)
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    with pytest.raises(AppError, match="mail_not_configured"):
        ask(reopened)
