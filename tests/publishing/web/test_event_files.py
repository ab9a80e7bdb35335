"""A finished event written as a file, and added to the club of another installation."""

import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from publishing.models import ClubSite, Laptop, SharedEvent
from publishing.services import event_files
from tests.factories.shown_events import show_individual
from tests.factories.tournaments import make_club, make_tournament, make_user
from tests.publishing.elsewhere import Elsewhere
from tests.publishing.services.test_applying import ranking_of
from tournaments.enums import EventRole, TournamentState
from tournaments.models import AuditEvent, Club, Entry, Person, ResultSlip, Tournament

Spoil = Callable[[dict[str, Any]], None]


@pytest.fixture
def evening(hall_club: Club) -> Tournament:
    """A finished evening of the hall, of two sessions."""
    tournament = show_individual(hall_club, 1)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def file(client: Client, evening: Tournament, organiser: User) -> bytes:
    client.force_login(organiser)
    answer = client.post(reverse("organiser-publishing-write", args=[evening.club.slug, evening.slug]))
    assert answer["Content-Disposition"] == f'attachment; filename="{evening.slug}.tournoi"'
    return answer.content


class Site:
    """The club on the other installation, at its page."""

    def __init__(self) -> None:
        self.club = make_club("Tarot Club en ligne")
        self.browser = Client(raise_request_exception=False)
        self.browser.force_login(make_user("Simone", club=self.club))

    def check(self, content: bytes) -> Any:
        """Send a file to check. Return the answer."""
        path = reverse("organiser-publishing-file", args=[self.club.slug])
        return self.browser.post(path, {"file": SimpleUploadedFile("soiree.tournoi", content)})

    def add(self, preview: Any) -> Any:
        """Press the button of a preview. Return the answer, after its redirect."""
        path = reverse("organiser-publishing-add", args=[self.club.slug])
        return self.browser.post(path, preview.context["checked"].initial, follow=True)


@pytest.fixture
def there(elsewhere: Elsewhere, file: bytes) -> Iterator[Site]:
    """The other installation, entered after the file was written."""
    with elsewhere.entered():
        yield Site()


def test_event_of_a_file_is_previewed_then_added_whole(
    file: bytes, evening: Tournament, elsewhere: Elsewhere
) -> None:
    ranking, result_count = ranking_of(evening), ResultSlip.objects.count()
    with elsewhere.entered():
        site = Site()
        sent = json.loads(_document(file)["parts"]["people"])[0][1]
        known = Person.objects.create(
            club=site.club,
            last_name=sent["last_name"].upper(),
            first_name=sent["first_name"],
            federation_number=sent["federation_number"],
            email="en.ligne@example.org",
            shows_full_name=True,
        )

        preview = site.check(file)

        page = preview.content.decode()
        assert (preview.status_code, Tournament.objects.count()) == (200, 0)
        assert Person.everybody.count() == 1
        assert "«\u00a0Individuel\u00a0»" in page
        assert "1 joueur du registre" in page
        assert known.full_name in page
        content = preview.context["preview"]
        assert (content.session_count, content.result_count) == (2, result_count)
        assert 0 < content.deal_count < content.board_count

        desk = site.add(preview).content.decode()

        copy = Tournament.objects.get()
        assert ranking_of(copy) == ranking
        assert (copy.club, copy.writer) == (site.club, "Tarot Club, autre Étui")
        assert "vous pouvez seulement le lire ici" in desk
        assert Person.everybody.count() == len(content.people)
        assert Person.everybody.get(email="en.ligne@example.org").entries.count() == 1
        assert AuditEvent.objects.filter(action="event.added_from_file", tournament=copy).exists()

        _act(site, copy, "continue")

        assert Tournament.objects.get().writer == ""


def test_preview_tells_under_which_name_a_licence_is_known_and_who_will_see_the_results(
    there: Site, file: bytes
) -> None:
    holder = Person.objects.create(
        club=there.club, last_name="Évrard", first_name="Zoé", federation_number="01234567"
    )
    licensed = _changed(file, _part("people", last_name="Durand", federation_number="01234567"))

    page = there.check(licensed).content.decode()

    assert holder.full_name in page
    assert "dans le fichier\u00a0: DURAND" in page
    assert "Les résultats sont publics" in page
    private = _changed(file, _part("Tournament", visibility="private"))
    assert "Les résultats sont réservés aux organisateurs" in there.check(private).content.decode()


def test_closed_deals_and_contact_details_are_not_in_the_file(file: bytes, evening: Tournament) -> None:
    Person.everybody.filter(club=evening.club).update(email="anne@example.org")
    text = json.dumps(_document(file))

    deals = json.loads(_document(file)["parts"]["deals"])
    assert 0 < sum(len(values["deals"]) for _wire, values in deals) < 10
    assert [values["seed"] for _wire, values in deals] == [""]
    assert "example.org" not in text


def test_same_event_is_added_once(there: Site, file: bytes) -> None:
    preview = there.check(file)
    there.add(preview)

    page = there.check(file)

    assert page.status_code == 422
    assert "La copie de ce club a déjà tout ce que contient ce fichier" in page.content.decode()
    # a second press on the first page, and the same event for another club
    assert "a déjà tout ce que contient ce fichier" in there.add(preview).content.decode()
    other = Site()
    assert "dans un autre club" in other.check(file).content.decode()
    # rows that came with a restored backup have no shared event
    SharedEvent.objects.all().delete()
    assert "Ce fichier ne s’accorde pas avec ce qui est déjà ici" in there.check(file).content.decode()
    assert Tournament.objects.count() == 1


def test_later_file_replaces_the_copy(there: Site, file: bytes) -> None:
    there.add(there.check(file))
    copy = Tournament.objects.get()
    first_names = set(Person.objects.values_list("pk", flat=True))

    later_file = _changed(file, _corrected)
    preview = there.check(later_file)

    assert "ce fichier la remplace en entier" in preview.content.decode()
    assert Tournament.objects.get().name == "Individuel"
    there.add(preview)
    assert Tournament.objects.get().pk == copy.pk
    assert Tournament.objects.get().name == "Corrigé"
    assert Tournament.objects.get().slug == copy.slug
    assert set(Person.objects.values_list("pk", flat=True)) == first_names


def test_two_entries_that_a_later_file_swaps_are_swapped(there: Site, file: bytes) -> None:
    there.add(there.check(file))
    first, second = Entry.objects.order_by("pk")[:2]
    people = first.person_id, second.person_id

    def swap(document: dict[str, Any]) -> None:
        rows = json.loads(document["parts"]["Entry"])
        rows[0][1]["person"], rows[1][1]["person"] = rows[1][1]["person"], rows[0][1]["person"]
        document["parts"]["Entry"] = json.dumps(rows)

    there.add(there.check(_changed(file, swap)))

    assert list(Entry.objects.order_by("pk").values_list("person", flat=True)[:2]) == [*reversed(people)]
    assert Tournament.objects.count() == 1


def test_event_that_this_club_writes_or_gets_by_the_network_is_not_replaced(there: Site, file: bytes) -> None:
    there.add(there.check(file))
    later_file = _changed(file, _corrected)
    copy = Tournament.objects.get()
    _act(there, copy, "continue")
    assert "Ce club mène lui-même ce tournoi" in there.check(later_file).content.decode()

    Tournament.objects.update(writer="Portable")
    laptop = Laptop.objects.create(
        club=there.club, name="Portable", public_key="00" * 32, paired_by=User.objects.get()
    )
    SharedEvent.objects.update(laptop=laptop)
    assert "arrive déjà par le réseau" in there.check(later_file).content.decode()

    paired = {"club_name": "Club", "laptop": 1, "private_key": "00" * 32, "phrase": "abcd-efgh"}
    site = ClubSite.objects.create(
        club=there.club, address="http://127.0.0.1:9/", paired_by=User.objects.get(), **paired
    )
    SharedEvent.objects.update(laptop=None, site=site)
    assert "arrive déjà par le réseau" in there.check(later_file).content.decode()
    assert Tournament.objects.get().name == "Individuel"


def _corrected(document: dict[str, Any]) -> None:
    _part("Tournament", name="Corrigé")(document)


def test_changed_register_is_shown_again_before_anything_is_added(there: Site, file: bytes) -> None:
    preview = there.check(file)
    sent = json.loads(_document(file)["parts"]["people"])[0][1]
    Person.objects.create(
        club=there.club,
        last_name=sent["last_name"],
        first_name=sent["first_name"],
        federation_number=sent["federation_number"],
    )

    second_preview = there.add(preview)

    assert "Le registre a changé entre-temps" in second_preview.content.decode()
    assert not Tournament.objects.exists()
    there.add(second_preview)
    assert Tournament.objects.exists()


def test_older_file_gives_no_consent_back(there: Site, file: bytes) -> None:
    there.add(there.check(_changed(file, _consent)))
    person = Person.objects.get(last_name="Consent")
    assert person.shows_full_name
    Person.objects.filter(pk=person.pk).update(shows_full_name=False, birth_year=1950)

    def anew(document: dict[str, Any]) -> None:
        _consent(document)
        document["uid"] = "7d3f7c4e-3a52-4b6f-9a7e-0d1c2b3a4f5e"
        for name in document["parts"]:
            if name.startswith("ResultSlip"):
                document["parts"][name] = "[]"

    assert there.add(there.check(_changed(file, anew))).status_code == 200
    assert Tournament.objects.count() == 2
    person.refresh_from_db()
    assert (person.shows_full_name, person.birth_year) == (False, 1950)


def _consent(document: dict[str, Any]) -> None:
    people = json.loads(document["parts"]["people"])
    people[0][1] |= {"last_name": "Consent", "shows_full_name": True, "birth_year": 1960}
    document["parts"]["people"] = json.dumps(people)


def _part(part: str, /, **values: Any) -> Spoil:
    """Return a change of the first row of a part."""

    def spoil(document: dict[str, Any]) -> None:
        full_name = next(full for full in document["parts"] if full.partition("/")[0] == part)
        rows = json.loads(document["parts"][full_name])
        rows[0][1] |= values
        document["parts"][full_name] = json.dumps(rows)

    return spoil


def _deal(**values: Any) -> Spoil:
    def spoil(document: dict[str, Any]) -> None:
        rows = json.loads(document["parts"]["deals"])
        rows[0][1]["deals"][0] |= values
        document["parts"]["deals"] = json.dumps(rows)

    return spoil


def _without_dog(document: dict[str, Any]) -> None:
    rows = json.loads(document["parts"]["deals"])
    hands = rows[0][1]["deals"][0]["hands"]
    _deal(hands=" ".join(hands.split(" ")[:4]))(document)


def _whole(**values: Any) -> Spoil:
    return lambda document: document.update(values)


def _text_of(part: str, text: str) -> Spoil:
    return lambda document: document["parts"].update({part: text})


UNKNOWN, DAMAGED = "Ce n’est pas le fichier d’un tournoi", "est abîmé, incomplet ou trop grand"
MALFORMED, NEWER = "Ce fichier n’est pas celui d’un tournoi terminé", "vient d’un Étui plus récent"
SPOILT: dict[str, tuple[Spoil, str]] = {
    "other file": (_whole(kind="etui-event-1"), UNKNOWN),
    "newer form": (_whole(layout=2, version="9.\ud8000<b>"), NEWER),
    "form without a number": (_whole(layout={}), MALFORMED),
    "new field": (_part("Entry", colour="red"), NEWER),
    "new field of a person": (_part("people", shoe=43), NEWER),
    "new kind": (_text_of("Shoe", "[]"), NEWER),
    "no kind": (_text_of("", "[]"), NEWER),
    "no parts": (_whole(parts={}), MALFORMED),
    "parts in a list": (_whole(parts=["x"]), MALFORMED),
    "part without text": (_whole(parts={"people": 7}), MALFORMED),
    "no people": (lambda document: document["parts"].pop("people"), MALFORMED),
    "no event": (_text_of("Tournament", "[]"), MALFORMED),
    "two events": (lambda d: d["parts"].update(Tournament=_twice(d["parts"]["Tournament"])), MALFORMED),
    "entry twice": (lambda d: d["parts"].update(Entry=_again(d["parts"]["Entry"])), MALFORMED),
    "rows as text": (_text_of("Entry", '"rows"'), MALFORMED),
    "deep part": (_text_of("Entry", "[" * 200_000), MALFORMED),
    "5,000 digits": (_text_of("Entry", "[[" + "7" * 5000 + "]]"), MALFORMED),
    "infinite number": (_text_of("Round", '[["x", {"number": 1e999}]]'), MALFORMED),
    "no uuid": (_whole(uid=7), MALFORMED),
    "club in a list": (_whole(club=[]), MALFORMED),
    "surrogate in the club": (_whole(club="\ud800"), MALFORMED),
    "NUL in the club": (_whole(club="\0"), MALFORMED),
    "surrogate in a name": (_part("people", last_name="\ud800"), MALFORMED),
    "NUL in a name": (_part("people", last_name="\0"), MALFORMED),
    "long name": (_part("people", last_name="x" * 500), MALFORMED),
    "practice": (_part("Tournament", is_practice=True), MALFORMED),
    "under way": (_part("Tournament", state="playing"), MALFORMED),
    "day before all": (_part("Tournament", starts_on="1899-12-31"), MALFORMED),
    "day after all": (_part("Tournament", starts_on="2200-01-01"), MALFORMED),
    "no cards": (_deal(hands="nothing"), MALFORMED),
    "cards of no text": (_deal(hands=7), MALFORMED),
    "cards without a dog": (_without_dog, MALFORMED),
    "no such dealer": (_deal(dealer=4), MALFORMED),
    "no such taker": (_deal(taker=-1), MALFORMED),
}


def _twice(text: str) -> str:
    rows = json.loads(text)
    return json.dumps([*rows, ["other.1", rows[0][1]]])


def _again(text: str) -> str:
    rows = json.loads(text)
    return json.dumps([*rows, rows[0]])


def test_file_that_no_etui_wrote_gets_a_sentence_and_adds_nothing(
    there: Site, file: bytes, subtests: Any
) -> None:
    for name, (spoil, message) in SPOILT.items():
        with subtests.test(name):
            page = there.check(_changed(file, spoil))

            assert (page.status_code, message in page.content.decode()) == (422, True)
            assert not Tournament.objects.exists()
            assert not Person.everybody.exists()


def test_content_that_is_no_file_gets_a_sentence(
    there: Site, file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for content, message in (
        (b"", UNKNOWN),
        (b'{"event": "etui-event-1"}', UNKNOWN),
        (b"PK\x03\x04", UNKNOWN),
        (gzip.compress(b"[7]"), UNKNOWN),
        (gzip.compress(b"\xff"), DAMAGED),
        (gzip.compress(b"[" * 100_000), DAMAGED),
        (gzip.compress(b"[" + b"{}," * event_files.MOST_LISTS + b"0]"), DAMAGED),
        (gzip.compress(b"[" + b"[]," * event_files.MOST_LISTS + b"0]"), DAMAGED),
        (file[:-20], DAMAGED),
        (file[:200] + b"\0\0" + file[202:], DAMAGED),
        (gzip.compress(b" " * (event_files.LARGEST_CONTENT + 1)), DAMAGED),
        (b"0" * (event_files.LARGEST_FILE + 1), "Ce fichier est trop grand pour un tournoi. 3 Mo au plus."),
    ):
        page = there.check(content)

        assert (page.status_code, message in page.content.decode(), content[:9]) == (422, True, content[:9])
    page = there.browser.post(reverse("organiser-publishing-file", args=[there.club.slug]))
    assert page.status_code == 422
    add = reverse("organiser-publishing-add", args=[there.club.slug])
    for data in ({}, {"content": "A", "seen": "x"}, {"content": "é", "seen": "x"}):
        page = there.browser.post(add, data, follow=True)
        assert "Choisissez de nouveau le fichier." in page.content.decode()
    page = there.browser.post(add, {"content": "AAAA", "seen": "x"}, follow=True)
    assert UNKNOWN in page.content.decode()


def test_only_a_finished_event_of_its_own_installation_is_written(
    client: Client, hall_club: Club, organiser: User
) -> None:
    client.force_login(organiser)
    tournament = make_tournament(hall_club)
    path = reverse("organiser-publishing-write", args=[hall_club.slug, tournament.slug])
    for changes, message in (
        ({}, "Terminez d’abord le tournoi"),
        ({"state": TournamentState.FINISHED, "writer": "Site"}, "Ce tournoi est une copie"),
        ({"writer": "", "is_practice": True}, "Un tournoi d’entraînement ne se publie pas."),
    ):
        Tournament.objects.update(**changes)

        assert message in client.post(path, follow=True).content.decode()
    assert not SharedEvent.objects.exists()


def test_closing_page_offers_the_file_to_the_club_alone(
    client: Client, evening: Tournament, organiser: User
) -> None:
    button = "Écrire le fichier pour un autre Étui"
    page = reverse("organiser-closing", args=[evening.slug])
    client.force_login(organiser)
    assert button in client.get(page).content.decode()
    Tournament.objects.update(state=TournamentState.PLAYING)
    assert button not in client.get(page).content.decode()
    Tournament.objects.update(state=TournamentState.FINISHED, is_practice=True)
    assert button not in client.get(page).content.decode()
    Tournament.objects.update(is_practice=False)
    client.force_login(make_user("Denis", tournament=evening, role=EventRole.DIRECTOR))
    assert button not in client.get(page).content.decode()


def _document(file: bytes) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(gzip.decompress(file))
    return document


def _changed(file: bytes, change: Spoil) -> bytes:
    document = _document(file)
    change(document)
    return gzip.compress(json.dumps(document).encode())


def _act(site: Site, tournament: Tournament, name: str) -> None:
    path = reverse("organiser-publishing-act", args=[site.club.slug, tournament.slug])
    site.browser.post(path, {"act": name})
