"""Page of the programs that a club notifies of changes."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.mails import mail_site_address
from accounts.refusals import refuse_for_now
from common.errors import AppError
from common.requests.limits import HOUR, MINUTE, By, Limit, limit_kind, seconds_to_wait
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_own_club, signed_in_user
from tournaments.base.web.shown_once import show_text, shown_text
from tournaments.enums import HookKind
from tournaments.models import Club, Webhook
from tournaments.site.queries.webhooks import load_webhooks
from tournaments.site.services.deliveries import hook_secret
from tournaments.site.services.webhooks import (
    delete_webhook,
    make_webhook,
    set_webhook_paused,
    try_webhook,
)

TRY_HOOK = limit_kind("webhook-try", Limit(By.PERSON, 60, HOUR), Limit(By.THING, 6, MINUTE))
_COOKIE = "secret_de_programme"


class WebhookForm(forms.Form):
    """A new webhook: its address and the kinds of changes."""

    address = forms.CharField(
        label=gettext_lazy("Adresse du programme"),
        max_length=300,
        help_text=gettext_lazy("Elle commence par https:// et s’ouvre sur internet."),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("L’avertir quand"),
        choices=[(kind.value, kind.label) for kind in HookKind if kind is not HookKind.TEST],
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_kinds(self) -> list[HookKind]:
        return [HookKind(kind) for kind in self.cleaned_data["kinds"]]


@require_http_methods(["GET", "POST"])
@never_cache
def webhooks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the webhooks of the club, and make one. Its secret is shown for ten minutes."""
    club = find_own_club(request, slug)
    form = WebhookForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            hook = make_webhook(
                club=club,
                site=mail_site_address(request),
                made_by=signed_in_user(request),
                **form.cleaned_data,
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le programme sera averti : donnez-lui le secret."))
            page = reverse("organiser-webhooks", args=[slug])
            response = redirect(page)
            show_text(response, _COOKIE, hook_secret(hook), on=page, secure=request.is_secure())
            return response
    webhooks = load_webhooks(club)
    context = {
        "club": club,
        "form": form,
        "webhooks": webhooks,
        "is_trying": any(webhook.is_trying for webhook in webhooks),
        "text": shown_text(request, _COOKIE),
    }
    return render(request, "tournaments/site/organiser/webhooks.html", context)


@require_POST
def pause_webhook(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Pause a webhook, or resume it if it is paused."""
    hook = _find_hook(find_own_club(request, slug), pk)
    is_paused = hook.paused_at is None
    message = _("Les envois sont en pause.") if is_paused else _("Les envois reprennent.")
    run_service(
        request,
        set_webhook_paused,
        message,
        hook=hook,
        is_paused=is_paused,
        set_by=signed_in_user(request),
    )
    return redirect("organiser-webhooks", slug)


@require_POST
def try_webhook_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send a trial. Its result stands in the list of messages."""
    hook = _find_hook(find_own_club(request, slug), pk)
    if wait := seconds_to_wait(request, TRY_HOOK, thing=str(hook.pk)):
        return refuse_for_now(request, wait)
    message = _("L’essai part. Son résultat apparaît dans les derniers messages.")
    run_service(request, try_webhook, message, hook=hook)
    return redirect("organiser-webhooks", slug)


@require_POST
def delete_webhook_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Delete a webhook."""
    hook = _find_hook(find_own_club(request, slug), pk)
    message = _("Le programme n’est plus averti.")
    run_service(request, delete_webhook, message, hook=hook, deleted_by=signed_in_user(request))
    return redirect("organiser-webhooks", slug)


def _find_hook(club: Club, pk: int) -> Webhook:
    hook = get_object_or_404(club.webhooks, pk=pk)
    hook.club = club
    return hook
