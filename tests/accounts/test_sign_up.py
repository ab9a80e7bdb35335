"""Asking for an account: the address is checked, and no stranger learns whether it has one."""

import datetime
import re

import pytest
import time_machine
from django.contrib.auth import hashers
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts import sign_up
from accounts.mails import CONSOLE
from accounts.models import SignUp, User
from accounts.profiles import change_profile
from accounts.sign_up import SIGN_UP_LIFETIME, forget_sign_ups
from tests.accounts.conftest import PASSWORD
from tests.factories.tournaments import make_club, make_people
from tournaments.models import Person
from tournaments.people.services.person_links import ensure_links, person_secret

pytestmark = pytest.mark.django_db

PAGE, SENT = "/connexion/creer/", "/connexion/creer/envoye/"
WANTED = {
    "email": "Zoe@example.org",
    "pseudonym": "Zoé du 21",
    "country": "FR",
    "password": "un long mot de passe",
    "is_of_age": "on",
}
LINK = re.compile(r"https?://\S+?(/connexion/creer/\S+)")


@pytest.fixture
def ask(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks):  # type: ignore[no-untyped-def]
    """Ask for an account on the page; the answer, once the worker has written."""

    def send(client: Client | None = None, **changed: str) -> object:
        with django_capture_on_commit_callbacks(execute=True):
            return (client or Client()).post(PAGE, WANTED | changed)

    return send


def link_of_mail() -> str:
    link_match = LINK.search(mail.outbox[-1].body)
    assert link_match is not None
    return link_match[1]


def test_account_is_made_once_its_address_is_checked(client: Client, ask) -> None:  # type: ignore[no-untyped-def]
    answer = ask(client)
    link = link_of_mail()
    page = client.get(link)
    user_count = User.objects.count()
    ended = client.post(link, {"pseudonym": WANTED["pseudonym"], "password": WANTED["password"]})

    user = User.objects.get()
    assert (answer.headers["Location"], user_count, page.status_code) == (SENT, 0, 200)
    assert mail.outbox[0].to == ["zoe@example.org"]
    assert (user.email, user.name, user.pseudonym, user.country, user.language) == (
        "zoe@example.org", "Zoé du 21", "Zoé du 21", "FR", "fr",
    )  # fmt: skip
    assert user.check_password(WANTED["password"])
    assert (user.is_active, user.is_staff, user.is_guest) == (True, False, False)
    assert ended.headers["Location"] == reverse("own-home")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert not SignUp.objects.exists()


def test_neither_the_link_nor_the_password_is_stored(ask) -> None:  # type: ignore[no-untyped-def]
    ask()
    token = link_of_mail().split("/")[-2]

    stored_row = str(SignUp.objects.values().get())

    assert token not in stored_row
    assert WANTED["password"] not in stored_row


def test_two_workers_with_one_message_send_one_link(ask, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    digest_of = sign_up.token_digest

    def send_before(token: str) -> str:
        monkeypatch.undo()
        sign_up.send_sign_up(sign_up_id=SignUp.objects.get().pk, site="https://tarot.example")
        return digest_of(token)

    monkeypatch.setattr(sign_up, "token_digest", send_before)
    ask()

    assert len(mail.outbox) == 1
    assert Client().get(link_of_mail()).status_code == 200


def test_link_works_once_and_for_a_day(ask) -> None:  # type: ignore[no-untyped-def]
    start = datetime.datetime(2026, 11, 20, 8, 0, tzinfo=datetime.UTC)
    with time_machine.travel(start, tick=False) as clock:
        ask()
        link = link_of_mail()
        clock.move_to(start + SIGN_UP_LIFETIME)
        late = Client().get(link).status_code
        clock.move_to(start + SIGN_UP_LIFETIME - datetime.timedelta(seconds=1))
        typed = {"pseudonym": "Zoé", "password": WANTED["password"]}
        answers = [Client().post(link, typed).status_code for _ in range(2)]

    assert (late, answers) == (410, [302, 410])


def test_who_asks_learns_nothing_of_an_account_and_its_owner_is_told(
    user: User,
    ask,  # type: ignore[no-untyped-def]
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hashed: list[str] = []
    hasher = type(hashers.get_hasher())
    encode = hasher.encode
    monkeypatch.setattr(
        hasher, "encode", lambda self, word, *rest: hashed.append(word) or encode(self, word, *rest)
    )
    answers, costs = [], []
    for email in ("CLAIRE@example.org", "personne@example.org"):
        hashed.clear()
        with django_assert_num_queries(5):  # a savepoint, whether the name is free, the row
            answers.append(Client().post(PAGE, WANTED | {"email": email}))
        costs.append(len(hashed))
    mail.outbox.clear()
    ask(email="Claire@Example.org")

    assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [(302, SENT)] * 2
    assert [answer.content for answer in answers] == [b"", b""]
    assert costs == [1, 1]
    (message,) = mail.outbox
    assert message.to == [user.email]
    assert reverse("accounts-password-reset") in message.body
    assert LINK.search(message.body) is None
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_closed_account_is_written_nothing(user: User, ask) -> None:  # type: ignore[no-untyped-def]
    User.objects.update(is_active=False)

    answer = ask(email=user.email)

    assert answer.headers["Location"] == SENT
    assert mail.outbox == []
    assert not SignUp.objects.exists()


def test_somebody_else_makes_no_account_for_an_address_that_he_could_open(ask) -> None:  # type: ignore[no-untyped-def]
    """The owner of the address opens the link but did not choose the password, which is asked for."""
    ask(password="le mot du voleur")
    client = Client()

    page = client.post(link_of_mail(), {"pseudonym": "Zoé", "password": "mon propre mot"})

    assert (page.status_code, list(page.context["form"].errors)) == (422, ["password"])
    assert not User.objects.exists()
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("one_moment")
def test_password_of_a_sign_up_is_not_guessed(ask) -> None:  # type: ignore[no-untyped-def]
    ask()
    link = link_of_mail()

    answers = [
        Client().post(link, {"pseudonym": "Zoé", "password": f"mot {n}"}).status_code for n in range(6)
    ]

    assert answers == [422] * 5 + [429]


def test_name_taken_meanwhile_is_asked_for_again(user: User, ask) -> None:  # type: ignore[no-untyped-def]
    ask()
    link = link_of_mail()
    change_profile(user=user, pseudonym="zoe du 21", country="")

    refused = Client().post(link, {"pseudonym": WANTED["pseudonym"], "password": WANTED["password"]})
    second_try = Client().post(link, {"pseudonym": "Zoé du 20", "password": WANTED["password"]})

    assert list(refused.context["form"].errors) == ["pseudonym"]
    assert second_try.status_code == 302
    assert User.objects.get(email="zoe@example.org").pseudonym == "Zoé du 20"


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("email", "zoe"),
        ("email", "é" * 300 + "@example.org"),
        ("pseudonym", "zoe@example.org"),
        ("pseudonym", "Claire"),
        ("country", "ZZ"),
        ("password", "court"),
        ("password", "zoe@example.org"),
        ("password", "123456789012"),
        ("is_of_age", ""),
    ],
)
def test_wrong_wish_is_told_at_its_field_and_the_rest_is_kept(
    client: Client, user: User, field: str, typed: str
) -> None:
    change_profile(user=user, pseudonym="Claire", country="")

    page = client.post(PAGE, WANTED | {field: typed})

    assert (page.status_code, list(page.context["form"].errors)) == (422, [field])
    assert WANTED["password"] not in page.text
    assert not SignUp.objects.exists()


@pytest.mark.usefixtures("one_moment")
def test_asking_is_limited_by_address_typed_browser_and_network() -> None:
    def tries(count: int, address: str, *, of_a_browser: int, email: str) -> list[int]:
        answers = []
        for number in range(count):
            if number % of_a_browser == 0:
                client = Client(REMOTE_ADDR=address)
                client.get(PAGE)
            answers.append(client.post(PAGE, WANTED | {"email": email.format(number)}).status_code)
        return answers

    assert tries(5, "10.0.0.1", of_a_browser=1, email="zoe@example.org") == [302] * 3 + [429] * 2
    assert tries(12, "10.0.0.2", of_a_browser=12, email="a{}@example.org") == [302] * 10 + [429] * 2
    assert tries(62, "10.0.0.3", of_a_browser=10, email="b{}@example.org") == [302] * 60 + [429] * 2


def test_refused_sign_up_keeps_what_was_typed_but_the_password(client: Client) -> None:
    for _ in range(4):
        page = client.post(PAGE, WANTED)

    assert page.status_code == 429
    assert 'value="Zoé du 21"' in page.text
    assert WANTED["password"] not in page.text


def test_sign_in_page_leads_to_an_account_and_to_a_link(client: Client) -> None:
    page = client.get("/connexion/?next=/suivis/").text

    assert f'href="{PAGE}?next=%2Fsuivis%2F"' in page
    assert f'href="{reverse("accounts-sign-in-link-ask")}"' in page


def test_installation_that_allows_no_accounts_says_what_to_do(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.ETUI_SIGN_UP = False

    page, response = client.get(PAGE), client.post(PAGE, WANTED)

    assert "Demandez à l’organisateur" in page.text
    assert 'name="password"' not in page.text
    assert (response.status_code, SignUp.objects.count()) == (200, 0)
    assert PAGE not in client.get("/connexion/").text


def test_site_without_mail_says_what_to_do(client: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.EMAIL_BACKEND = CONSOLE

    page, link = client.get(PAGE), client.get(reverse("accounts-sign-in-link-ask"))

    assert "Demandez à l’organisateur" in page.text
    assert "Demandez un lien de connexion à l’organisateur" in link.text
    assert reverse("accounts-sign-in-link-ask") not in client.get("/connexion/").text


def test_private_link_of_a_person_leads_to_an_account_that_can_be_tied(client: Client, ask) -> None:  # type: ignore[no-untyped-def]
    person = make_people(make_club(), 1)[0]
    ensure_links([person])
    own_address = reverse("public-own-results", args=[person_secret(person)])
    door = re.search(rf'href="({PAGE}\?next=[^"]+)"', client.get(own_address).text)
    assert door is not None
    assert f'name="next" value="{own_address}"' in client.get(door[1]).text

    ask(client, next=own_address)
    ended = client.post(link_of_mail(), {"pseudonym": "Zoé", "password": WANTED["password"]})
    client.post(reverse("public-own-tie", args=[person_secret(person)]))

    assert person_secret(person) not in mail.outbox[0].body
    assert ended.headers["Location"] == own_address
    assert Person.objects.get().user == User.objects.get()


@pytest.mark.parametrize("path", ["https://evil.example/", "//evil.example/", "/" + "x" * 300])
def test_nobody_is_led_to_another_site(client: Client, ask, path: str) -> None:  # type: ignore[no-untyped-def]
    ask(client, next=path)
    ended = client.post(f"{link_of_mail()}?next={path}", {"pseudonym": "Zoé", "password": WANTED["password"]})

    assert ended.headers["Location"] == reverse("own-home")


def test_message_is_in_the_language_of_the_page(ask) -> None:  # type: ignore[no-untyped-def]
    ask(Client(headers={"accept-language": "en"}))

    assert mail.outbox[0].subject == "Étui: confirm your address"
    assert "within 24 hours" in mail.outbox[0].body
    assert '<html lang="en">' in Client().get(link_of_mail()).text


def test_what_was_never_confirmed_is_forgotten(ask) -> None:  # type: ignore[no-untyped-def]
    ask()
    current_time = timezone.now()

    assert forget_sign_ups(current_time) == 0
    assert forget_sign_ups(current_time + SIGN_UP_LIFETIME) == 1


def test_link_by_mail_signs_in_and_strangers_learn_nothing(
    client: Client,
    user: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    page = reverse("accounts-sign-in-link-ask")
    for email in (user.email, "personne@example.org"):
        with django_assert_num_queries(0):
            Client().post(page, {"email": email})
    with django_capture_on_commit_callbacks(execute=True):
        answers = [client.post(page, {"email": email}) for email in ("CLAIRE@example.org", "x@example.org")]
    (message,) = mail.outbox
    path = re.search(r"/connexion/lien/\S+/", message.body)
    assert path is not None

    client.post(path[0])

    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert message.to == [user.email]
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.usefixtures("one_moment")
def test_links_and_new_passwords_share_their_limits(user: User) -> None:
    pages = [reverse("accounts-sign-in-link-ask"), reverse("accounts-password-reset")] * 3

    answers = [Client().post(page, {"email": user.email}).status_code for page in pages]

    assert answers == [302] * 3 + [429] * 3
