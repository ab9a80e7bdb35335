"""Nothing is made twice: every form is sent twice, and a form that lacks its token fails.

The same walk reads every page in English: no French is left on any.
"""

import copy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from play.rooms.models import RoomRound
from play.tables.models import PlayedTable
from tests.factories.page_forms import PageForm, address_of, made_files, make_site, read_page, walk_forms
from tests.factories.played_tables import play_out
from tests.factories.rooms import end_round
from tests.factories.tournaments import enter_results, list_plays, make_club, make_user
from tests.french import NAMES, french_texts
from tests.tournaments.walks.matrix.evening import MATRIX, Evening, make_superuser
from tests.tournaments.walks.once_rules import CREATING, NEEDS_NO_TOKEN, PAGES
from tournaments.base.services.sent_forms import KEPT_FOR, claim_form, sweep_forms
from tournaments.base.web import once
from tournaments.models import AuditEvent, Club, Person, SentForm
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db
TEMPLATES = Path(settings.PROJECT_DIR) / "templates"
FORM = re.compile(r"<form\b[^>]*method=\"post\".*?</form>", re.DOTALL)
SENT_TO = re.compile(r"(?:form)?action=\"(?:\{% url '([\w-]+)'|\{\{)")
TEAMS = "Soirée par équipes"
"""An event whose name and teams are called as pages call them in French."""
ANSWERS_ASIDE = {"django_session", "tournaments_sentform"}


def forms_of_templates() -> Iterator[tuple[str, str, set[str]]]:
    """Template, source and addresses of each form that is posted."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        name = str(path.relative_to(TEMPLATES))
        for form_match in FORM.finditer(path.read_text(encoding="utf-8")):
            address_names = {
                address or PAGES.get(name, "") for address in SENT_TO.findall(form_match.group())
            }
            yield name, form_match.group(), address_names or {PAGES.get(name, "")}


def test_every_form_of_the_templates_has_a_token_or_needs_none() -> None:
    lacking = [
        (name, addresses)
        for name, source, addresses in forms_of_templates()
        if "{% once %}" not in source and not addresses <= NEEDS_NO_TOKEN.keys()
    ]

    assert lacking == [], "put {% once %} into the form, or its address and the reason into once_rules.py"
    assert sum(1 for _ in forms_of_templates()) > 150


def test_the_list_of_forms_without_token_names_addresses_and_pages_that_are_there() -> None:
    addresses_without_token = {
        address for _name, source, addresses in forms_of_templates() for address in addresses
    }

    assert set(PAGES.values()) <= set(NEEDS_NO_TOKEN)
    assert all((TEMPLATES / name).exists() for name in PAGES)
    assert not CREATING & set(NEEDS_NO_TOKEN)
    assert addresses_without_token - {""} >= set(NEEDS_NO_TOKEN) & {
        "organiser-traveller",
        "organiser-archive",
        "table-record",
    }


@contextmanager
def writes() -> Iterator[list[str]]:
    """Tables to which rows are added meanwhile, those aside that answer for forms themselves."""
    added: list[str] = []

    def note(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if sql.startswith("INSERT"):
            table = sql.split('"')[1]
            if table not in ANSWERS_ASIDE:
                added.append(table)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield added


def kinds_of(forms: Iterator[PageForm]) -> list[PageForm]:
    """One of each kind of form: the same address, the same fields and buttons."""
    forms_by_kind: dict[object, PageForm] = {}
    for form in forms:
        if form.method == "post":
            kind = form.address, tuple(sorted(set(form.names))), tuple(button.name for button in form.buttons)
            forms_by_kind.setdefault(kind, form)
    return list(forms_by_kind.values())


def send(client: Client, form: PageForm) -> tuple[int, str, list[str]]:
    """Return status, place and messages of the next page, for a form sent unchanged."""
    data = form.filled() | made_files(form)
    response = client.post(form.action, data)
    words = [str(message) for message in get_messages(response.wsgi_request).added]  # type: ignore[attr-defined]
    return response.status_code, response.headers.get("Location", ""), words


def put_everything_on_pages(evening: Evening) -> None:
    """Results and a ranking, a deal and a round that are over: what pages show at the end."""
    plays = list_plays(evening.tournament)[1:30]
    enter_results((play, 62 if number % 3 else -52) for number, play in enumerate(plays))
    refresh_standings(session=evening.tournament.sessions.get())
    play_out(PlayedTable.objects.get())
    end_round(RoomRound.objects.get())


ROOM = "Salle des essais"
"""Name that the factories give a room."""


@pytest.mark.once
def test_every_page_is_in_english_and_every_form_sent_twice_makes_nothing_twice(
    request: pytest.FixtureRequest,
) -> None:
    """The walk over all pages is in English, so that it can also check that no French is left on them."""
    site = make_site()
    put_everything_on_pages(site.evening)
    client = Client(headers={"accept-language": "en-GB,en;q=0.9"})
    client.force_login(make_superuser(site.evening))
    cookies = copy.deepcopy(client.cookies)
    creating, in_french = set(), {}
    names = NAMES | {event.name for event in site.others}

    def note_french(path: str, answer: HttpResponse) -> None:
        is_page = answer.headers.get("Content-Type", "").startswith("text/html")
        if is_page and address_of(path) in MATRIX and slugify(TEAMS) not in path:
            html = answer.content.decode().replace(TEAMS, "Soirée").replace(ROOM, "Soirée")
            french_left = french_texts(html, names=names)
            if french_left or answer.headers["Content-Language"] != "en":
                in_french[path] = french_left

    forms = kinds_of(walk_forms(client, site.starts, most=1, seen=note_french))
    assert in_french == {}
    request.getfixturevalue("unwritten")  # what is made is told by rows, mails and where the answer leads

    for form in forms:
        has_token = once.FIELD in form.names or f"{once.FIELD}=" in form.action
        assert has_token or form.address in NEEDS_NO_TOKEN, form
        client.cookies = copy.deepcopy(cookies)
        with transaction.atomic():
            with writes() as added:
                first, mails = send(client, form), len(mail.outbox)
            client.cookies.pop("messages", None)  # the browser dropped the first answer
            is_taken = 300 <= first[0] < 400
            with writes() as again:
                second = send(client, form) if is_taken else first
            transaction.set_rollback(True)
        if has_token and is_taken and added:
            assert (again, len(mail.outbox)) == ([], mails), form
            assert second == first, form
            creating.add(form.address)
        elif not has_token and is_taken:
            harmless = {"tournaments_auditevent", "tournaments_competitionrequest", "tournaments_follow"}
            assert set(again) <= harmless, form

    assert creating >= CREATING


@pytest.fixture
def owner(client: Client) -> Club:
    club = make_club()
    client.force_login(make_user(club=club))
    return club


def person_form(client: Client, club: Club, name: str = "Durand") -> dict[str, str]:
    path = reverse("organiser-person-add", args=[club.slug])
    form = next(
        candidate for candidate in read_page(path, client.get(path))[0] if once.FIELD in candidate.names
    )
    filled = {key: values[0] for key, values in form.filled().items()}
    return filled | {"last_name": name, "first_name": "Anne"}


def test_second_sending_is_answered_with_the_words_of_the_first(client: Client, owner: Club) -> None:
    path, form = reverse("organiser-person-add", args=[owner.slug]), person_form(client, owner)

    pages = [client.post(path, form, follow=True) for _ in range(5)]

    assert Person.objects.count() == 1
    assert {page.redirect_chain[0] for page in pages} == {
        (reverse("organiser-people", args=[owner.slug]), 302)
    }  # type: ignore[attr-defined]
    assert all("est dans le registre" in page.content.decode() for page in pages)


def test_form_that_was_refused_can_be_sent_again(client: Client, owner: Club) -> None:
    path, form = reverse("organiser-person-add", args=[owner.slug]), person_form(client, owner)

    assert client.post(path, form | {"last_name": ""}).status_code == 200
    assert client.post(path, form | {"last_name": ""}).status_code == 200
    assert client.post(path, form).status_code == 302
    assert Person.objects.count() == 1
    assert SentForm.objects.count() == 1


@pytest.mark.postgres
def test_page_opened_again_or_filled_in_otherwise_is_another_form(client: Client, owner: Club) -> None:
    path, form = reverse("organiser-person-add", args=[owner.slug]), person_form(client, owner)

    client.post(path, form)
    client.post(path, form | {"last_name": "Martin"})  # back, and another name on the page that was kept
    client.post(path, person_form(client, owner))  # a new page: two people may have one name

    names = list(Person.objects.order_by("pk").values_list("last_name", flat=True))
    assert names == ["Durand", "Martin", "Durand"]


@pytest.mark.postgres
def test_the_token_of_one_person_is_of_no_use_to_another(client: Client, owner: Club) -> None:
    path, form = reverse("organiser-person-add", args=[owner.slug]), person_form(client, owner)
    client.post(path, form)
    stranger = Client()
    stranger.force_login(make_user("Autre"))

    assert stranger.post(path, form).status_code == 404


@pytest.mark.postgres
def test_form_under_way_is_not_begun_again(
    client: Client, owner: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first request that died, or is slow, makes a repeated one fail with a message."""
    monkeypatch.setattr(once, "PATIENCE", 0)
    path, form = reverse("organiser-person-add", args=[owner.slug]), person_form(client, owner)
    monkeypatch.setattr(once, "form_key", lambda *_: "begun")
    assert claim_form("begun") is not None

    response = client.post(path, form, headers={"referer": f"http://testserver{path}"})

    assert response.status_code == 409
    assert f'href="{path}"' in response.content.decode()
    assert not Person.objects.exists()


def test_link_shown_once_is_in_no_row(client: Client) -> None:
    """The second answer shows it all the same: the browser may have dropped the first one."""
    site = make_site()
    client.force_login(make_superuser(site.evening))
    path = site.evening.path("organiser-staff")
    forms = read_page(path, client.get(path))[0]
    form = next(candidate for candidate in forms if candidate.address == "organiser-invitation-make")

    answers = [client.post(form.action, form.filled()).cookies for _ in range(2)]

    links = [
        {name: morsel.value for name, morsel in candidate.items() if name != "messages"}
        for candidate in answers
    ]
    assert links[0]
    assert links[0] == links[1]
    assert bytes(SentForm.objects.get().answer) == b""


@pytest.mark.parametrize("answer", [b"", b"sealed by an earlier version"])
def test_form_whose_response_the_cache_has_lost_is_not_carried_out_again(
    client: Client, owner: Club, answer: bytes
) -> None:
    path, form = reverse("organiser-person-add", args=[owner.slug]), person_form(client, owner)
    client.post(path, form)
    SentForm.objects.update(answer=answer)
    cache.clear()

    assert client.post(path, form).status_code == 409
    assert Person.objects.count() == 1


def test_accepting_an_invitation_twice_signs_in_the_same_guest(client: Client) -> None:
    site = make_site()
    path = site.evening.path("public-invitation")
    form = next(
        candidate for candidate in read_page(path, client.get(path))[0] if once.FIELD in candidate.names
    )
    cookies_before = copy.deepcopy(client.cookies)

    client.post(path, form.filled())
    first = client.session["_auth_user_id"]
    client.cookies = cookies_before
    client.post(path, form.filled())

    assert client.session["_auth_user_id"] == first


def test_asking_twice_for_a_new_password_sends_one_mail(
    client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    user = make_user("Zoé")
    user.set_password("une longue phrase à retenir")
    user.save()
    path = reverse("accounts-password-reset")
    form = next(candidate for candidate in read_page(path, client.get(path))[0] if "email" in candidate.names)

    with django_capture_on_commit_callbacks(execute=True):
        answers = [client.post(path, form.filled() | {"email": user.email}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert len(mail.outbox) == 1


@pytest.mark.postgres
def test_what_was_sent_long_ago_is_forgotten() -> None:
    claim_form("now")
    SentForm.objects.create(key="then", sent_at=timezone.now() - 1.01 * KEPT_FOR)

    assert sweep_forms() == 1
    assert SentForm.objects.get().key == "now"


def test_failing_page_releases_its_form(client: Client, owner: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    path, form = reverse("organiser-person-add", args=[owner.slug]), person_form(client, owner)
    client.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr("tournaments.people.organiser.people.add_person", lambda **_: 1 / 0)
        assert client.post(path, form).status_code == 500

    assert client.post(path, form).status_code == 302
    assert (Person.objects.count(), AuditEvent.objects.count()) == (1, 1)
