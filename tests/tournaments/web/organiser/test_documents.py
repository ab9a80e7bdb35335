"""Asking for documents, following them, fetching them."""

from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_reader, make_seated_tournament, make_tournament, make_user
from tournaments.enums import DocumentKind, EventRole, JobState
from tournaments.models import AuditEvent, Club, PrintedDocument, Tournament


def documents_path(tournament: Tournament) -> str:
    return reverse("organiser-documents", args=[tournament.slug])


def make_job(tournament: Tournament, state: JobState, **values: object) -> PrintedDocument:
    return PrintedDocument.objects.create(
        tournament=tournament, kind=DocumentKind.TRAVELLERS, state=state, **values
    )


def test_document_is_asked_for_in_the_language_of_the_page(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)

    signed_in.post(documents_path(tournament), {"kind": "travellers"}, headers={"Accept-Language": "en"})

    job = PrintedDocument.objects.get()
    assert (job.kind, job.language, job.state) == ("travellers", "en", JobState.QUEUED)


def test_document_that_cannot_be_made_yet_says_what_to_do_first(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)

    page = signed_in.get(documents_path(tournament)).content.decode()
    refused = signed_in.post(documents_path(tournament), {"kind": "travellers"}, follow=True).content.decode()
    preview = signed_in.get(reverse("organiser-document-preview", args=[tournament.slug, "travellers"]))

    assert "Fixez d’abord les places" in page
    assert 'value="travellers"' not in page
    assert "Fixez d’abord les places" in refused
    assert preview.status_code == 409
    assert not PrintedDocument.objects.exists()


def test_unknown_document_is_refused(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)

    page = signed_in.post(documents_path(tournament), {"kind": "horoscope"}, follow=True).content.decode()

    assert "Ce document n’existe pas." in page


def test_progress_is_followed_by_htmx_until_nothing_is_being_made(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    job = make_job(tournament, JobState.RUNNING, pages_done=3, pages_total=14)

    working = signed_in.get(documents_path(tournament), headers={"HX-Request": "true"}).content.decode()
    job.file.save("travellers.pdf", ContentFile(b"%PDF"), save=False)
    job.state = JobState.DONE
    job.save()
    done = signed_in.get(documents_path(tournament), headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in working
    assert "Pages : 3 sur 14" in working
    assert "hx-get" in working
    assert "hx-get" not in done
    assert reverse("organiser-document", args=[tournament.slug, job.pk]) in done


def test_failed_document_says_why(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    make_job(tournament, JobState.FAILED, error="Plus de place sur le disque.")

    assert "Plus de place sur le disque." in signed_in.get(documents_path(tournament)).content.decode()


def test_file_comes_under_a_name_that_says_what_it_is(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    job = make_job(tournament, JobState.QUEUED)
    job.file.save("x.pdf", ContentFile(b"%PDF-1.7"), save=False)
    job.state = JobState.DONE
    job.save()

    response = signed_in.get(reverse("organiser-document", args=[tournament.slug, job.pk]))

    assert b"".join(response.streaming_content) == b"%PDF-1.7"  # type: ignore[attr-defined]
    assert f"{tournament.slug}-travellers.pdf" in response.headers["Content-Disposition"]
    assert response.headers["Content-Type"] == "application/pdf"


def test_file_that_is_not_ready_or_lost_is_not_found(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    waiting = make_job(tournament, JobState.QUEUED)
    lost = make_job(tournament, JobState.DONE, file="printed/perdu.pdf")

    for job in (waiting, lost):
        path = reverse("organiser-document", args=[tournament.slug, job.pk])
        assert signed_in.get(path).status_code == 404


def test_looking_at_the_diagrams_is_kept_in_the_trace(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    referee = make_user(tournament=tournament, role=EventRole.REFEREE)
    client.force_login(make_reader(referee, tournament))

    client.get(reverse("organiser-document-preview", args=[tournament.slug, "hand_diagrams"]))

    assert AuditEvent.objects.filter(action="document.previewed", actor=referee).count() == 1
