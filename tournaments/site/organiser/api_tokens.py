"""Page of the tokens with which programs use the API in the name of the account."""

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import clubs_owned_by
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import signed_in_user
from tournaments.base.web.shown_once import show_text, shown_text
from tournaments.enums import ApiScope
from tournaments.site.services.api_tokens import is_open, make_api_token, revoke_api_token

_COOKIE = "cle_de_programme"


class ApiTokenForm(forms.Form):
    """A new token: its program, its scope and its time."""

    name = forms.CharField(
        label=gettext_lazy("Programme"),
        max_length=60,
        help_text=gettext_lazy("Pour le reconnaître dans cette liste."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("Portée"),
        choices=ApiScope.choices,
        initial=ApiScope.READ,
        widget=forms.RadioSelect,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valable"),
        coerce=int,
        choices=[
            (30, gettext_lazy("30 jours")),
            (90, gettext_lazy("3 mois")),
            (365, gettext_lazy("un an")),
        ],
        initial=90,
    )


@require_http_methods(["GET", "POST"])
@never_cache
def api_tokens_page(request: HttpRequest) -> HttpResponse:
    """List the tokens of the account, and make one. Its text is shown for ten minutes."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    user = signed_in_user(request)
    form = ApiTokenForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            _token, text = make_api_token(
                user=user, name=values["name"], scope=ApiScope(values["scope"]), days=values["days"]
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("La clé est créée : copiez-la dans le programme."))
            response = redirect("organiser-api-tokens")
            page = reverse("organiser-api-tokens")
            show_text(response, _COOKIE, text, on=page, secure=request.is_secure())
            return response
    context = {
        "form": form,
        "tokens": [(token, is_open(token)) for token in user.api_tokens.select_related("user")],
        "text": shown_text(request, _COOKIE),
        "own_clubs": clubs_owned_by(user),
    }
    return render(request, "tournaments/site/organiser/api_tokens.html", context)


@require_POST
@never_cache
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a token of the account."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    revoke_api_token(user=signed_in_user(request), pk=pk)
    add_success_message(request, _("La clé est supprimée."))
    return redirect("organiser-api-tokens")
