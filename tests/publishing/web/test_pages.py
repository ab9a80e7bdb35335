"""Pages of the club's site and of its laptops, and the copy of an event, which can only be read."""

from types import SimpleNamespace
from urllib.parse import urlsplit
from urllib.request import Request

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from common.errors import AppError
from publishing.models import ClubSite, Laptop, SharedEvent
from publishing.services import site_client
from publishing.services.publishing import publish_event, share_event
from tests.factories.receivers import receiving_program
from tests.factories.tables import open_table
from tests.factories.tournaments import (
    SCORES,
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tests.publishing.conftest import ADDRESS
from tests.publishing.elsewhere import Elsewhere
from tests.publishing.services.test_publishing import publish
from tournaments.base.access import COPY_RIGHTS, Right, access_to
from tournaments.events.services.events import lock_tournament
from tournaments.models import Club, Tournament
from tournaments.paper.services.documents import request_document
from tournaments.results.services.table_access import table_secret


@pytest.fixture
def signed_in(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def page_of(club: Club) -> str:
    return reverse("organiser-publishing", args=[club.slug])


def act(client: Client, tournament: Tournament, name: str) -> str:
    path = reverse("organiser-publishing-act", args=[tournament.club.slug, tournament.slug])
    return client.post(path, {"act": name}, follow=True).content.decode()


def test_owner_on_a_server_reaches_no_local_address_by_pairing(
    signed_in: Client, hall_club: Club, settings: Settings
) -> None:
    settings.ETUI_IS_IN_HALL = False
    with receiving_program() as receiver:
        data = {
            "address": f"http://{urlsplit(receiver.address).netloc}",
            "code": "aaaa-bbbb",
            "name": "Portable",
        }
        page = signed_in.post(page_of(hall_club), data).content.decode()

        assert receiver.messages == []
    assert "Seul l’ordinateur d’une salle s’associe à un site" in page
    assert "Associer au site" not in signed_in.get(page_of(hall_club)).content.decode()


def test_code_of_the_site_pairs_the_laptop(signed_in: Client, server: Elsewhere, hall_club: Club) -> None:
    with server.entered():
        site_browser = Client()
        site_browser.force_login(User.objects.get())
        club = Club.objects.get()
        code_page = site_browser.post(reverse("organiser-publishing-code", args=[club.slug]), follow=True)
        code = code_page.context["code"]
        assert code in code_page.content.decode()

    answer = signed_in.post(
        page_of(hall_club), {"address": ADDRESS, "code": code, "name": "Portable"}, follow=True
    )

    assert "Cet ordinateur est associé à «\u00a0Tarot Club en ligne\u00a0»." in answer.content.decode()
    with server.entered():
        assert Laptop.objects.get().name == "Portable"
        page = site_browser.get(page_of(club)).content.decode()
        assert "Portable" in page
        site_browser.post(reverse("organiser-laptop-revoke", args=[club.slug, Laptop.objects.get().pk]))
        assert Laptop.objects.get().revoked_at is not None


@pytest.mark.parametrize(
    ("address", "code", "message"),
    [
        (ADDRESS, "aaaa-bbbb", "Le site ne connaît pas ce code"),
        ("ftp://x", "aaaa-bbbb", "Donnez l’adresse du site comme dans le navigateur"),
        ("http://tarot.example", "aaaa-bbbb", "Le site doit s’ouvrir par https://"),
    ],
)
def test_wrong_pairing_keeps_what_was_typed(
    signed_in: Client, server: Elsewhere, hall_club: Club, address: str, code: str, message: str
) -> None:
    answer = signed_in.post(page_of(hall_club), {"address": address, "code": code, "name": "Portable"})

    page = answer.content.decode()
    assert message in page
    assert f'value="{code}"' in page
    assert not ClubSite.objects.exists()


def test_evening_is_published_by_a_button_and_the_desk_tells_it(
    signed_in: Client, site: ClubSite, server: Elsewhere
) -> None:
    tournament = make_seated_tournament(site.club)
    assert "Publier" in signed_in.get(page_of(site.club)).content.decode()

    page = act(signed_in, tournament, "share")

    assert "Le tournoi est publié" in page
    assert "sur 127.0.0.1." in page
    desk = signed_in.get(reverse("organiser-desk", args=[tournament.slug])).content.decode()
    assert "sur 127.0.0.1." in desk
    with server.entered():
        site_browser = Client()
        site_browser.force_login(User.objects.get())
        desk = site_browser.get(
            reverse("organiser-desk", args=[Tournament.objects.get().slug])
        ).content.decode()
        assert "Mené sur «\u00a0Portable\u00a0»\u00a0; dernier envoi" in desk

    act(signed_in, tournament, "stop")
    assert SharedEvent.objects.get().site is None


def test_lost_network_is_told_on_the_desk(
    signed_in: Client, site: ClubSite, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = make_seated_tournament(site.club)
    event = share_event(tournament=tournament, site=site, shared_by=organiser)
    monkeypatch.setattr(site_client, "send", lambda request: (502, b""))
    publish(event)

    desk = signed_in.get(reverse("organiser-desk", args=[tournament.slug])).content.decode()

    assert "Le site ne répond pas\u00a0: la suite partira toute seule dès que le réseau revient." in desk


def test_tournament_of_the_site_is_taken_along_and_handed_back(
    signed_in: Client, site: ClubSite, server: Elsewhere
) -> None:
    with server.entered():
        make_seated_tournament(Club.objects.get(), name="Grand prix")
    path = reverse("organiser-publishing-site", args=[site.club.slug])
    page = signed_in.get(path)
    assert "Grand prix" in page.content.decode()
    form = page.context["events"][0]["form"]

    result_page = signed_in.post(path, form.initial, follow=True)

    assert "Le tournoi est sur cet ordinateur" in result_page.content.decode()
    tournament = Tournament.objects.get()
    assert "Grand prix" not in signed_in.get(path).content.decode()
    page = act(signed_in, tournament, "hand-back")
    assert "Le site mène maintenant ce tournoi." in page
    assert "Mené maintenant sur le site ou un autre ordinateur" in page
    assert "Grand prix" in signed_in.get(path).content.decode()


def test_list_of_a_site_that_does_not_answer_tells_why(
    signed_in: Client, site: ClubSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    for answer, words in (((502, b""), "Le site ne répond pas"), ((200, b"{}"), "illisible")):
        monkeypatch.setattr(site_client, "send", lambda request, answer=answer: answer)
        page = signed_in.get(reverse("organiser-publishing-site", args=[site.club.slug]))

        assert words in page.content.decode()


def test_silent_site_is_told_before_the_time_of_a_page_is_over(
    signed_in: Client, site: ClubSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds: list[float] = []

    def keep_silent(request: Request, timeout: float) -> None:
        seconds.append(timeout)
        raise TimeoutError

    monkeypatch.undo()
    monkeypatch.setattr(site_client, "build_opener", lambda handler: SimpleNamespace(open=keep_silent))
    tournament = make_seated_tournament(site.club)

    assert "il n’y est pas encore" in act(signed_in, tournament, "share")
    assert "Le site ne répond pas" in act(signed_in, tournament, "hand-back")
    assert Tournament.objects.get().writer == ""
    listed = signed_in.get(reverse("organiser-publishing-site", args=[site.club.slug]))
    assert "Le site ne répond pas" in listed.content.decode()
    assert seconds == [site_client.PAGE_SECONDS] * 3


def test_tournament_that_is_taken_over_can_be_run_here_again_or_let_go(
    signed_in: Client, site: ClubSite, server: Elsewhere
) -> None:
    tournament = make_seated_tournament(site.club)
    act(signed_in, tournament, "share")
    refused = act(signed_in, tournament, "let-go")
    assert "Cet ordinateur mène le tournoi\u00a0: rendez-le au site" in refused
    with server.entered():
        site_browser = Client()
        site_browser.force_login(User.objects.get())
        assert "Le site mène maintenant" in act(site_browser, Tournament.objects.get(), "reclaim")
    SharedEvent.objects.update(tried_at=None, stored_at=None)
    publish_event(event_id=SharedEvent.objects.get().pk)
    page = signed_in.get(page_of(site.club)).content.decode()
    assert "Reprendre la main" in page

    assert "Cet ordinateur mène de nouveau le tournoi" in act(signed_in, tournament, "take-back")

    SharedEvent.objects.update(problem="writer_other")
    assert "vous pouvez seulement le lire ici" in act(signed_in, tournament, "let-go")
    assert Tournament.objects.get().writer == "Tarot Club en ligne"
    listed = signed_in.get(reverse("organiser-publishing-site", args=[site.club.slug])).content.decode()
    assert "C’est cet ordinateur, ou un autre avec sa sauvegarde" in listed


def test_copy_of_a_forgotten_site_can_be_run_here_again(
    signed_in: Client, site: ClubSite, server: Elsewhere
) -> None:
    tournament = make_seated_tournament(site.club)
    act(signed_in, tournament, "share")
    act(signed_in, tournament, "hand-back")
    assert "Ce tournoi est une copie" in act(signed_in, tournament, "continue")
    assert "Continuer ici" not in signed_in.get(page_of(site.club)).content.decode()
    SharedEvent.objects.update(problem="handing_back")
    page = signed_in.get(page_of(site.club)).content.decode()
    assert "Rendre au site" in page
    assert "Continuer ici" in page
    assert "Ne plus publier" not in page

    signed_in.post(reverse("organiser-publishing-part", args=[site.club.slug]))

    for path in (page_of(tournament.club), reverse("organiser-desk", args=[tournament.slug])):
        assert "vous pouvez seulement le lire ici" in signed_in.get(path).content.decode()
    assert "Cet ordinateur mène de nouveau le tournoi." in act(signed_in, tournament, "continue")
    assert Tournament.objects.get().writer == ""


def test_answer_of_another_program_is_told_as_such(
    signed_in: Client, site: ClubSite, server: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = make_seated_tournament(site.club)
    monkeypatch.setattr(site_client, "send", lambda request: (200, b"{}"))

    assert "il n’y est pas encore" in act(signed_in, tournament, "share")
    assert "ne sont pas à la même version" in signed_in.get(page_of(site.club)).content.decode()
    SharedEvent.objects.update(problem="writer_other")
    for name in ("take-back", "hand-back"):
        assert "La réponse du site est illisible" in act(signed_in, tournament, name)
    signed_in.post(reverse("organiser-publishing-part", args=[site.club.slug]))
    form = {"address": ADDRESS, "code": "wtxv-e52d", "name": "Portable"}
    answer = signed_in.post(page_of(site.club), form)
    assert (answer.status_code, "La réponse du site est illisible" in answer.content.decode()) == (422, True)


def test_unknown_act_and_parted_site_are_told(signed_in: Client, site: ClubSite) -> None:
    tournament = make_seated_tournament(site.club)
    assert "Choisissez l’un des boutons" in act(signed_in, tournament, "nothing")
    assert "n’est pas publié par cet ordinateur" in act(signed_in, shared(tournament), "hand-back")

    signed_in.post(reverse("organiser-publishing-part", args=[site.club.slug]))

    assert not ClubSite.objects.exists()
    assert "Associez d’abord cet ordinateur" in act(signed_in, tournament, "share")
    again = signed_in.get(reverse("organiser-publishing-site", args=[tournament.club.slug]))
    assert again["Location"] == page_of(tournament.club)


def shared(tournament: Tournament) -> Tournament:
    SharedEvent.objects.create(tournament=tournament, club=tournament.club)
    return tournament


# --- copies ---------------------------------------------------------------------------------------


@pytest.fixture
def copy(db: None) -> Tournament:
    tournament = make_seated_tournament(make_club())
    Tournament.objects.filter(pk=tournament.pk).update(writer="Portable")
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def test_nobody_has_a_right_to_change_a_copy(copy: Tournament) -> None:
    owner = make_user("Odile", club=copy.club)

    assert access_to(owner, copy).rights <= COPY_RIGHTS
    assert {Right.READ_DESK, Right.PRINT} <= access_to(owner, copy).rights


def test_page_that_would_change_a_copy_tells_who_runs_it(client: Client, copy: Tournament) -> None:
    client.force_login(make_user("Odile", club=copy.club))

    for name in ("organiser-movement-change", "organiser-places"):
        answer = client.post(reverse(name, args=[copy.slug]))

        assert answer.status_code == 403
        assert "Ce tournoi est mené sur «\u00a0Portable\u00a0»" in answer.content.decode()


def test_services_refuse_to_change_a_copy(copy: Tournament) -> None:
    with pytest.raises(AppError, match="written_elsewhere"):
        enter_result(list_plays(copy)[0], SCORES[0])
    with pytest.raises(AppError, match="written_elsewhere"):
        lock_tournament(copy)


def test_copy_is_printed(copy: Tournament) -> None:
    document = request_document(
        tournament=copy, kind="seat_lists", language="fr", requested_by=make_user("Odile", club=copy.club)
    )

    assert document.kind == "seat_lists"


def test_phones_of_a_copy_are_sent_to_the_hall(client: Client, copy: Tournament) -> None:
    Tournament.objects.filter(pk=copy.pk).update(writer="")
    secret = table_secret(open_table(copy))
    assert client.get(reverse("table-page", args=[secret])).status_code == 200
    Tournament.objects.filter(pk=copy.pk).update(writer="Portable")

    answer = client.get(reverse("table-page", args=[secret]))

    assert answer.status_code == 404
    assert "Ce tournoi est mené sur «\u00a0Portable\u00a0»" in answer.content.decode()


def test_published_event_is_not_deleted_behind_its_copy(
    signed_in: Client, hall_club: Club, site: ClubSite, organiser: User
) -> None:
    event = make_tournament(hall_club)
    share_event(tournament=event, site=site, shared_by=organiser)
    page = reverse("organiser-announcement", args=[event.slug])

    refused = signed_in.post(reverse("organiser-event-delete", args=[event.slug]), follow=True)

    assert "qui en garderait une copie" in signed_in.get(page).text
    assert "qui en garderait une copie" in refused.text
    act(signed_in, event, "stop")
    signed_in.post(reverse("organiser-event-delete", args=[event.slug]))
    assert not Tournament.objects.filter(pk=event.pk).exists()
