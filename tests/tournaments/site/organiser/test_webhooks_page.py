"""Page of the programs that a club notifies: made, tried, paused, deleted; its secret once."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.enums import DeliveryState, HookKind, MembershipRole
from tournaments.models import AuditEvent, Webhook
from tournaments.site.queries.webhooks import TRIAL_WATCH
from tournaments.site.services.deliveries import hook_secret

pytestmark = pytest.mark.django_db


def test_owner_has_a_program_notified_and_reads_its_messages(client: Client) -> None:
    club = make_club()
    client.force_login(make_user(club=club, role=MembershipRole.OWNER))
    page = reverse("organiser-webhooks", args=[club.slug])
    assert page in client.get(reverse("organiser-api-tokens")).text
    for values in ({"address": "http://program.example/"}, {"kinds": ["test"]}, {"kinds": []}):
        refused = client.post(page, {"address": "https://program.example/", "kinds": ["ranking"]} | values)
        assert (refused.status_code, Webhook.objects.count()) == (200, 0)

    made = client.post(page, {"address": "https://program.example/", "kinds": ["ranking"]}, follow=True)

    hook = club.webhooks.get()
    assert hook_secret(hook) in made.text
    assert hook.site == "http://testserver"
    evening = make_tournament(club)
    hook.deliveries.create(kind=HookKind.RANKING, tournament=evening, attempts=2, problem="tls")
    hook.deliveries.create(kind=HookKind.RESULTS, tournament=evening, state=DeliveryState.GIVEN_UP, code=503)
    shown = client.get(page).text
    assert "certificat refusé" in shown
    assert "réponse 503" in shown
    assert shown.count("nouvel essai") == 1
    assert "hx-get" not in shown
    tried = client.post(reverse("organiser-webhook-try", args=[club.slug, hook.pk]), follow=True).text
    trials = hook.deliveries.filter(kind=HookKind.TEST)
    assert trials.get().state == DeliveryState.WAITING
    trials.update(attempts=1, problem="tls")
    attempted = client.get(page).text
    trials.update(attempts=0, created_at=timezone.now() - TRIAL_WATCH)
    unattended = client.get(page).text
    # the list polls until the first attempt, and stays open with its outcome
    assert [f'hx-get="{page}"' in text for text in (tried, attempted, unattended)] == [True, False, False]
    assert all("<details open>" in text for text in (tried, attempted))
    pause = reverse("organiser-webhook-pause", args=[club.slug, hook.pk])
    assert "En pause depuis" in client.post(pause, follow=True).text
    assert "En pause depuis" not in client.post(pause, follow=True).text
    client.post(reverse("organiser-webhook-delete", args=[club.slug, hook.pk]))
    assert "Aucun programme" in client.get(page).text
    actions = AuditEvent.objects.filter(action__startswith="club.webhook_").order_by("pk")
    assert [row.action.split("_")[1] for row in actions] == ["made", "paused", "resumed", "deleted"]
