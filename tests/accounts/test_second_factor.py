"""Second factor of a sign-in: turned on, requested, used up, limited, turned off."""

import io
import re
from binascii import unhexlify
from datetime import timedelta

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import SignIn, User
from accounts.second_factor import has_second_factor, new_key, turn_on, use_code
from accounts.services import forget_user, make_sign_in_link
from common.errors import AppError
from tests.accounts.conftest import PASSWORD
from tests.factories.tournaments import make_club, make_seated_tournament, make_user

SIGN_IN, CODE, PAGE, ACCOUNT = (
    "/connexion/",
    "/connexion/code/",
    "/connexion/compte/code/",
    "/connexion/compte/",
)


def shown(key: str, *, later: int = 0) -> str:
    """Return the code of the telephone so many half minutes later."""
    return f"{totp(unhexlify(key), drift=later):06}"


@pytest.fixture
def key(user: User) -> str:
    """Return the key of an account with a second factor. The present code is used up."""
    new_secret = new_key()
    turn_on(user=user, key=new_secret, code=shown(new_secret))
    return new_secret


@pytest.fixture
def codes(user: User) -> list[str]:
    """Return the recovery codes of an account with a second factor."""
    new_secret = new_key()
    return turn_on(user=user, key=new_secret, code=shown(new_secret))


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def show_password(client: Client, user: User, **more: str) -> str:
    """Return the redirect after the right password."""
    typed = {"username": user.email, "password": PASSWORD, **more}
    return str(client.post(SIGN_IN, typed).headers["Location"])


def test_code_is_asked_for_after_the_password(client: Client, user: User, key: str) -> None:
    place = show_password(client, user, next="/organiser/nouveau-club/")
    between = is_in(client), client.get(ACCOUNT).status_code
    wrong = client.post(CODE, {"code": "000000"})
    still_out = is_in(client)

    right = client.post(CODE, {"code": shown(key, later=1)})

    assert (place, between, still_out) == (CODE, (False, 302), False)
    assert list(wrong.context["form"].errors) == ["code"]
    assert right.headers["Location"] == "/organiser/nouveau-club/"
    assert is_in(client)


def test_code_is_asked_for_after_a_link(client: Client, user: User, key: str) -> None:
    place = client.post(make_sign_in_link(user=user)).headers["Location"]
    between = is_in(client)
    client.post(CODE, {"code": shown(key, later=1)})

    assert (place, between, is_in(client)) == (CODE, False, True)


@pytest.mark.django_db
def test_administration_and_api_open_to_nobody_between_the_two(client: Client) -> None:
    tournament = make_seated_tournament(make_club())
    keeper = make_user(club=tournament.club)
    keeper.set_password(PASSWORD)
    keeper.is_staff = keeper.is_superuser = True
    keeper.save()
    key = new_key()
    turn_on(user=keeper, key=key, code=shown(key))
    paths = "/admin/", reverse("api-v1-plays", args=[tournament.slug]), reverse("organiser-home")

    show_password(client, keeper)
    between = [client.get(path).status_code for path in paths]
    client.post(CODE, {"code": shown(key, later=1)})

    assert between == [Client().get(path).status_code for path in paths]
    assert 200 not in between
    assert [client.get(path).status_code for path in paths] == [200, 200, 200]


def test_code_works_once(user: User, key: str) -> None:
    answers = []
    for _ in range(2):
        client = Client()
        show_password(client, user)
        answers.append(client.post(CODE, {"code": shown(key, later=1)}).status_code)

    assert answers == [302, 422]


def test_code_that_turned_it_on_is_spent(user: User, key: str) -> None:
    assert not use_code(user=user, code=shown(key))


def test_recovery_code_works_once_however_it_is_copied(client: Client, user: User, codes: list[str]) -> None:
    show_password(client, user)
    client.post(CODE, {"code": f" {codes[3].upper().replace('-', ' ')} "})
    again = Client()
    show_password(again, user)
    spent = again.post(CODE, {"code": codes[3]})

    assert (is_in(client), spent.status_code, is_in(again)) == (True, 422, False)
    assert StaticToken.objects.count() == len(codes) - 1 == 9


def test_recovery_codes_are_not_stored(codes: list[str]) -> None:
    stored_codes = {code.replace("-", "") for code in codes}

    assert len(stored_codes) == 10
    assert not stored_codes & set(StaticToken.objects.values_list("token", flat=True))


@pytest.mark.parametrize("typed", ["", "abc", "00000", "0000000", "١٢٣٤٥٦", "é" * 20, "x" * 200, "\x00\x00"])
def test_nonsense_is_no_code(client: Client, user: User, key: str, typed: str) -> None:
    show_password(client, user)

    assert client.post(CODE, {"code": typed}).status_code == 422
    assert not is_in(client)


def guess(user: User, times: int) -> list[int]:
    """Type wrong codes from as many network addresses, with the right password."""
    answers = []
    for number in range(times):
        client = Client(REMOTE_ADDR=f"10.0.0.{number}")
        show_password(client, user)
        answers.append(client.post(CODE, {"code": f"{number:06}"}).status_code)
    return answers


@pytest.mark.usefixtures("one_moment")
def test_codes_are_not_guessed(user: User, key: str) -> None:
    answers = guess(user, 7)
    client = Client(REMOTE_ADDR="10.0.0.8")
    show_password(client, user)
    refused = client.post(CODE, {"code": shown(key, later=1)})

    assert answers == [422] * 5 + [429] * 2
    assert refused.status_code == 429
    assert not is_in(client)


@pytest.mark.usefixtures("one_moment")
def test_guesses_with_the_password_lock_the_owner_out_of_no_known_browser(
    client: Client, user: User, key: str
) -> None:
    show_password(client, user)
    client.post(CODE, {"code": shown(key, later=1)})
    client.post(reverse("accounts-sign-out"))

    guess(user, 7)
    show_password(client, user)
    wrong = [client.post(CODE, {"code": "000000"}).status_code for _ in range(7)]
    with time_machine.travel(timezone.now() + timedelta(seconds=30), tick=False):
        client.post(CODE, {"code": shown(key, later=1)})

    assert wrong == [422] * 7
    assert is_in(client)


@pytest.mark.usefixtures("one_moment")
def test_known_browser_has_an_allowance_with_an_end(client: Client, user: User, codes: list[str]) -> None:
    show_password(client, user)
    client.post(CODE, {"code": codes[0]})
    client.post(reverse("accounts-sign-out"))
    show_password(client, user)

    answers = [client.post(CODE, {"code": "000000"}).status_code for _ in range(9)]

    assert answers == [422] * 8 + [429]


@pytest.mark.usefixtures("one_moment")
def test_guesses_with_the_password_leave_the_recovery_codes_usable(user: User, codes: list[str]) -> None:
    guess(user, 7)
    client = Client(REMOTE_ADDR="10.0.0.8")
    show_password(client, user)

    client.post(CODE, {"code": codes[0]})

    assert is_in(client)


@pytest.mark.usefixtures("one_moment")
def test_recovery_codes_are_limited_by_network_address(user: User, codes: list[str]) -> None:
    answers = []
    for _ in range(22):
        client = Client(REMOTE_ADDR="10.0.0.8")
        client.get(SIGN_IN)
        show_password(client, user)
        answers.append(client.post(CODE, {"code": "abcde-fghjk"}).status_code)

    assert answers == [422] * 20 + [429] * 2


def test_wrong_code_is_kept_as_a_failed_sign_in(client: Client, user: User, key: str) -> None:
    show_password(client, user)
    client.post(CODE, {"code": "000000"})

    sign_in = SignIn.objects.values().get()
    assert (sign_in["typed"], sign_in["is_good"]) == (user.email, False)
    assert not any(value == "000000" for value in sign_in.values())


def test_step_lapses_after_ten_minutes(client: Client, user: User, codes: list[str]) -> None:
    show_password(client, user)

    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        late = client.post(CODE, {"code": codes[0]})

    assert (late.headers["Location"], is_in(client)) == (SIGN_IN, False)


def test_step_ends_when_the_password_changes(client: Client, user: User, codes: list[str]) -> None:
    show_password(client, user)
    user.set_password("tout autre chose")
    user.save()

    assert client.post(CODE, {"code": codes[0]}).headers["Location"] == SIGN_IN
    assert not is_in(client)


def test_nobody_types_a_code_without_a_password_before(client: Client, user: User, codes: list[str]) -> None:
    assert client.get(CODE).headers["Location"] == SIGN_IN
    assert client.post(CODE, {"code": codes[0]}).headers["Location"] == SIGN_IN


def test_it_is_turned_on_and_off_on_the_accounts_page(
    client: Client, user: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    other_client = Client()
    other_client.force_login(user)
    client.force_login(user)
    page = client.get(PAGE)
    key = client.session["second_key"]
    without_password = client.post(PAGE, {"password": "non", "code": shown(key)})
    without_code = client.post(PAGE, {"password": PASSWORD, "code": "000000"})
    assert not has_second_factor(user)

    with django_capture_on_commit_callbacks(execute=True):
        on = client.post(PAGE, {"password": PASSWORD, "code": shown(key)})
        codes = re.findall(r"<code[^>]*>(\w{5}-\w{5})</code>", on.text)
        was_on = has_second_factor(user)
        half = client.post(PAGE, {"password": PASSWORD, "code": "000000", "do": "off"})
        off = client.post(PAGE, {"password": PASSWORD, "code": codes[0], "do": "off"})

    assert "data:image/svg+xml" in page.text
    assert client.get(PAGE).text.count(key) == 0
    assert list(without_password.context["form"].errors) == ["password"]
    assert list(without_code.context["form"].errors) == list(half.context["form"].errors) == ["code"]
    assert (len(codes), was_on, has_second_factor(user)) == (10, True, False)
    assert (off.headers["Location"], other_client.get(ACCOUNT).status_code) == (ACCOUNT, 302)
    assert [message.to for message in mail.outbox] == [[user.email]] * 2
    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()


def test_new_recovery_codes_end_the_others(client: Client, user: User, codes: list[str]) -> None:
    client.force_login(user)
    assert "10 codes de secours" in client.get(PAGE).text

    page = client.post(PAGE, {"password": PASSWORD, "code": codes[0], "do": "codes"})

    new_codes = re.findall(r"<code[^>]*>(\w{5}-\w{5})</code>", page.text)
    assert len(new_codes) == 10
    assert not use_code(user=user, code=codes[1])
    assert use_code(user=user, code=new_codes[1])


def test_account_without_a_password_shows_its_address_instead(client: Client, user: User) -> None:
    user.set_unusable_password()
    user.save()
    client.force_login(user)
    client.get(PAGE)
    key = client.session["second_key"]

    client.post(PAGE, {"email": user.email, "code": shown(key)})

    assert has_second_factor(user)


@pytest.mark.usefixtures("one_moment")
def test_signed_in_browser_does_not_guess_codes_either(client: Client, user: User, codes: list[str]) -> None:
    client.force_login(user)
    guess = {"password": PASSWORD, "do": "off"}

    answers = [client.post(PAGE, guess | {"code": f"{n:06}"}).status_code for n in range(6)]

    assert answers == [422] * 5 + [429]


def test_it_is_not_turned_on_twice(user: User, key: str) -> None:
    second_key = new_key()

    with pytest.raises(AppError) as refusal:
        turn_on(user=user, key=second_key, code=shown(second_key))

    assert refusal.value.code == "second_factor_on"


def test_guest_has_none(client: Client, db: None) -> None:
    client.force_login(User.objects.create_guest("Bob"))

    assert client.get(PAGE).headers["Location"] == ACCOUNT


def test_command_turns_it_off_and_leaves_a_trace(
    user: User, key: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    output = io.StringIO()

    with django_capture_on_commit_callbacks(execute=True):
        call_command("second_factor_off", "CLAIRE@example.org", stdout=output)

    entry = LogEntry.objects.get()
    assert not has_second_factor(user)
    assert (entry.object_id, "second_factor_off" in entry.change_message) == (str(user.pk), True)
    assert mail.outbox[0].to == [user.email]
    assert "Un message" in output.getvalue()
    with pytest.raises(CommandError):
        call_command("second_factor_off", user.email)


def test_closed_account_keeps_no_key(user: User, key: str) -> None:
    forget_user(user=user)

    assert not TOTPDevice.objects.exists()
    assert not StaticToken.objects.exists()


def test_account_without_it_signs_in_as_before(client: Client, user: User) -> None:
    assert show_password(client, user) == reverse("organiser-home")
    assert is_in(client)
