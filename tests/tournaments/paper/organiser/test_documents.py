"""Asking for documents, following them, fetching them."""

from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_reader, make_seated_tournament, make_tournament, make_user
from tournaments.enums import DocumentKind, EventRole, JobState
from tournaments.models import AuditEvent, Club, PrintedDocument, Tournament
from tournaments.paper.organiser.documents import PACKS
from tournaments.paper.words.document_words import DOCUMENT_USES


def documents_path(tournament: Tournament) -> str:
    return reverse("organiser-documents", args=[tournament.slug])


def document_path(tournament: Tournament, kind: str) -> str:
    return reverse("organiser-document-page", args=[tournament.slug, kind])


def preview_path(tournament: Tournament, kind: str) -> str:
    return reverse("organiser-document-preview", args=[tournament.slug, kind])


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
    page_text = signed_in.get(document_path(tournament, "travellers")).content.decode()

    assert "Fixez d’abord les places" in page
    assert 'value="travellers"' not in page
    assert "Fixez d’abord les places" in page_text
    assert "<iframe" not in page_text
    assert "Fixez d’abord les places" in refused
    assert preview.status_code == 409
    assert not PrintedDocument.objects.exists()


def test_readers_of_hands_are_no_subject_where_no_board_is_dealt(signed_in: Client, club: Club) -> None:
    tournaments = [make_tournament(club), make_sheet_tournament(club)]

    pages = [signed_in.get(documents_path(tournament)).content.decode() for tournament in tournaments]

    assert ["Me nommer lecteur" in page for page in pages] == [True, False]
    assert ["Qui lit les mains" in page for page in pages] == [True, False]


def test_every_document_says_what_it_is_for(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)

    page = signed_in.get(documents_path(tournament))

    rows = [row for _title, rows in page.context["moments"] for row in rows]
    assert set(DOCUMENT_USES) == set(DocumentKind) - set(PACKS)
    assert len(rows) > 20
    assert all(escape(str(row.use)) in page.text for row in rows)


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
    assert f"{tournament.slug}-feuilles-ambulantes.pdf" in response.headers["Content-Disposition"]
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


def test_document_is_asked_for_with_what_was_chosen(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    options = {"part": "hall", "first_round": "2", "last_round": ""}

    answer = signed_in.post(document_path(tournament, "seat_lists"), options, follow=True)

    job = PrintedDocument.objects.get()
    assert job.options == {"part": "hall", "first_round": 2, "site": "http://testserver"}
    assert "la salle d’un coup d’œil, positions 2–" in answer.content.decode()


def test_wrong_choice_is_told_at_its_field_and_kept(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)

    page = signed_in.post(document_path(tournament, "seat_lists"), {"first_round": "zéro"}).content.decode()

    assert 'id="id_first_round_error"' in page
    assert 'value="zéro"' in page
    assert not PrintedDocument.objects.exists()


def test_preview_shows_the_first_sheets_beside_the_options_and_all_of_them_alone(
    signed_in: Client, club: Club
) -> None:
    tournament = make_seated_tournament(club)
    path = preview_path(tournament, "board_labels")

    page = signed_in.get(document_path(tournament, "table_cards")).content.decode()
    framed = signed_in.get(preview_path(tournament, "table_cards"), {"framed": "1", "last_table": "4"})
    full_preview = signed_in.get(preview_path(tournament, "table_cards"))
    wrong = signed_in.get(path, {"framed": "1", "first_board": "99"})

    assert preview_path(tournament, "table_cards") + "?framed=1" in page
    assert "Les 3 premières feuilles sur 4." in framed.content.decode()
    assert (framed.content.decode().count("<section"), full_preview.content.decode().count("<section")) == (
        3,
        5,
    )
    assert framed.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in framed.headers["Content-Security-Policy"]
    assert wrong.status_code == 409
    assert "Rien à imprimer avec ces choix" in wrong.content.decode()


def test_cards_are_shown_in_the_preview_only_when_asked_for(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    referee = make_user(tournament=tournament, role=EventRole.REFEREE)
    client.force_login(make_reader(referee, tournament))

    page = client.get(document_path(tournament, "hand_diagrams")).content.decode()

    assert "<iframe" in page
    assert "src=" not in page.split("<iframe")[1].split(">")[0]
    assert not AuditEvent.objects.filter(action="document.previewed").exists()


def test_kind_that_is_gone_breaks_no_page(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    job = PrintedDocument.objects.create(
        tournament=tournament, kind="horoscope", state=JobState.DONE, file="printed/x.pdf"
    )

    listed = signed_in.get(documents_path(tournament))
    fetched = signed_in.get(reverse("organiser-document", args=[tournament.slug, job.pk]))

    assert (listed.status_code, fetched.status_code) == (200, 404)
    assert signed_in.get(reverse("organiser-desk", args=[tournament.slug])).status_code == 200
    assert signed_in.get(document_path(tournament, "horoscope")).status_code == 404


def test_search_of_the_desk_leads_to_a_document(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)

    search_page = signed_in.get(reverse("organiser-search", args=[tournament.slug]), {"q": "cartes gui"})

    assert document_path(tournament, "guide_cards") in search_page.content.decode()
