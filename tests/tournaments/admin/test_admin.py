"""The administration opens for staff, and the trace cannot be written through it."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import User
from tournaments.models import AuditEvent, Club
from tournaments.trace.services.trace import record_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("chef@club.example", name="Chef"))
    return client


@pytest.mark.postgres
@pytest.mark.parametrize("model", list(admin.site._registry), ids=lambda model: model.__name__)
def test_list_and_add_pages_open(staff: Client, model: type) -> None:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"

    assert staff.get(reverse(f"{name}_changelist")).status_code == 200
    can_add = admin.site._registry[model].has_add_permission(staff.get("/admin/").wsgi_request)
    assert staff.get(reverse(f"{name}_add")).status_code == (200 if can_add else 403)


def test_the_second_factor_is_named_in_words_and_its_keys_have_no_page(staff: Client) -> None:
    owner = User.objects.create_user("anne@club.example", name="Anne")
    device = TOTPDevice.objects.create(user=owner, name="Étui")
    StaticDevice.objects.create(user=owner, name="Étui").token_set.create(token="abcdefgh")

    index = staff.get("/admin/").text
    deletion = staff.get(reverse("admin:accounts_user_delete", args=[owner.pk])).text

    assert ("Comptes" in index, "otp_" in index) == (True, False)
    for words in ("Téléphone à codes", "Liste de codes de secours", "Code de secours", "Téléphones à codes"):
        assert words in deletion
    assert device.key not in deletion


def test_trace_cannot_be_changed_or_deleted(staff: Client) -> None:
    club = Club.objects.create(name="Club", slug="club")
    event = record_event(club=club, actor=None, action="club.created", subject="Club")

    delete = staff.post(reverse("admin:tournaments_auditevent_delete", args=[event.pk]), {"post": "yes"})
    change = staff.post(reverse("admin:tournaments_auditevent_change", args=[event.pk]), {"subject": "autre"})

    assert (delete.status_code, change.status_code) == (403, 403)
    assert AuditEvent.objects.get().subject == "Club"


def test_visitor_is_sent_to_the_sign_in_page(client: Client) -> None:
    answer = client.get("/admin/")

    assert answer.status_code == 302
    assert answer.url.startswith("/admin/login/")
