"""Pages for deals made elsewhere: import of a file, reuse of another session's deals, export of a file."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import AppError
from common.web_server.policy import lane, takes_file
from games.enums import DealSetState
from tournaments.base.access import Right
from tournaments.base.forms.limits import most_bytes, most_signs, too_large_message
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_dealt_tournament, signed_in_user
from tournaments.deals.door import read_set
from tournaments.deals.queries.deals import FILE_READ
from tournaments.deals.queries.seen_deals import reusable_sessions
from tournaments.deals.services.deal_import import import_deal_set, reuse_deal_set
from tournaments.deals.services.deals import board_count
from tournaments.models import Session, Tournament


class SourceForm(forms.Form):
    """Confirmations of both forms: replace the present deals, and use deals that are already known."""

    replace = forms.BooleanField(
        label=gettext_lazy(
            "Remplacer les donnes actuelles ; les papiers déjà imprimés ne vaudront plus rien."
        ),
        error_messages={"required": gettext_lazy("Cochez la case pour confirmer le remplacement.")},
    )
    confirmed = forms.BooleanField(label=gettext_lazy("Prendre ces donnes quand même"), required=False)

    def __init__(self, *args: Any, is_first: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if is_first:
            del self.fields["replace"]


class DealFileForm(SourceForm):
    """A file of deals, or its text. The text of a refused file is put into the form for correction."""

    MOST_BYTES = 300_000

    file = forms.FileField(
        label=gettext_lazy("Fichier des donnes"), required=False, help_text=most_bytes(MOST_BYTES)
    )
    document = forms.CharField(
        label=gettext_lazy("ou son texte, collé ici"),
        max_length=MOST_BYTES,
        required=False,
        help_text=most_signs(MOST_BYTES),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "unwrapped"}),
    )
    field_order = ("file", "document", "replace", "confirmed")

    def clean_file(self) -> "UploadedFile[bytes] | None":
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > self.MOST_BYTES:
            message = gettext_lazy("Ce fichier est trop grand pour des donnes.")
            raise forms.ValidationError(too_large_message(message, most_bytes(self.MOST_BYTES)))
        return file

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors and not values.get("file") and not values.get("document"):
            raise forms.ValidationError(gettext_lazy("Choisissez un fichier, ou collez son texte."))
        return values

    def read(self) -> str | bytes:
        """Return the content to import. The form must be valid.

        A readable file replaces the text in the form.
        """
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is None:
            return str(self.cleaned_data["document"])
        content = bytes(file.read())
        try:
            self.data = {**self.data.dict(), "document": content.decode()}  # type: ignore[attr-defined]
        except UnicodeDecodeError:
            return content
        return content


class SessionField(forms.ModelChoiceField):  # type: ignore[type-arg] # generic in the stubs only
    """Choice of a session by its tournament and day."""

    def label_from_instance(self, session: Any) -> str:
        return f"{session.tournament} – {session.tournament.starts_on:%d/%m/%Y}"


class ReuseForm(SourceForm):
    """Another session whose deals are used again."""

    earlier = SessionField(
        Session.objects.none(),
        label=gettext_lazy("Séance dont les donnes servent encore"),
        empty_label=gettext_lazy("Choisir…"),
        error_messages={
            "invalid_choice": gettext_lazy("Les donnes de cette séance ne peuvent pas servir ici.")
        },
    )
    field_order = ("earlier", "replace", "confirmed")

    def __init__(self, data: Mapping[str, Any] | None, *, is_first: bool, earlier: Any) -> None:
        super().__init__(data, is_first=is_first)
        cast("SessionField", self.fields["earlier"]).queryset = earlier


@takes_file(DealFileForm.MOST_BYTES)
@require_http_methods(["GET", "POST"])
def import_(request: HttpRequest, slug: str) -> HttpResponse:
    """Import deals from a file. Faults of the file are listed by line."""
    tournament = find_dealt_tournament(request, slug, Right.PREPARE)
    session = current_session(tournament)
    form = DealFileForm(posted_data(request), request.FILES or None, is_first=session.deal_set is None)
    context: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        source = form.read()
        arguments = {"session": session, "source": source, "imported_by": signed_in_user(request)}
        if _replace_deals(request, form, import_deal_set, arguments, context):
            return redirect("organiser-deals", tournament.slug)
    return _page(request, "tournaments/deals/organiser/deals_import.html", tournament, session, form, context)


@require_http_methods(["GET", "POST"])
def reuse(request: HttpRequest, slug: str) -> HttpResponse:
    """Use the deals of another session of the club or of a site.

    If people know some of them, the page lists these people and requires a confirmation.
    """
    tournament = find_dealt_tournament(request, slug, Right.PREPARE)
    session = current_session(tournament)
    earlier = reusable_sessions(session, board_count(session))
    form = ReuseForm(posted_data(request), is_first=session.deal_set is None, earlier=earlier)
    context: dict[str, Any] = {"has_earlier": earlier.exists()}
    if request.method == "POST" and form.is_valid():
        arguments = {
            "session": session,
            "earlier": form.cleaned_data["earlier"],
            "reused_by": signed_in_user(request),
        }
        if _replace_deals(request, form, reuse_deal_set, arguments, context):
            return redirect("organiser-deals", tournament.slug)
    return _page(request, "tournaments/deals/organiser/deals_reuse.html", tournament, session, form, context)


@lane("drawing")
@never_cache
@require_safe
def download_deal_set(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the set with its seed, for a site of another installation. The trace records this read."""
    tournament = find_dealt_tournament(request, slug, Right.SEE_DEALS)
    session = current_session(tournament)
    if session.deal_set is None or session.deal_set.state == DealSetState.DRAFT:
        raise Http404
    document = read_set(session, reader=signed_in_user(request), action=FILE_READ)
    response = HttpResponse(document, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-{session.number}-donnes.json"'
    return response


def _replace_deals(
    request: HttpRequest,
    form: SourceForm,
    service: Callable[..., object],
    arguments: dict[str, Any],
    context: dict[str, Any],
) -> bool:
    """Replace the deals of the session. Write errors to the form and their lists to the context.

    Returns:
        True if the deals are stored.
    """
    try:
        service(**arguments, confirmed=form.cleaned_data["confirmed"])
    except AppError as error:
        show_error(form, error)
        context["faults"] = error.extra.get("faults", [])
        context["people"] = error.extra.get("people", [])
        context["public_boards"] = error.extra.get("public_boards", [])
        return False
    add_success_message(request, _("Les donnes sont prêtes et scellées."))
    return True


def _page(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    session: Session,
    form: SourceForm,
    context: dict[str, Any],
) -> HttpResponse:
    page_context = {
        "tournament": tournament,
        "tab": "deals",
        "form": form,
        "wanted": board_count(session),
        "is_asked": bool(context.get("people") or context.get("public_boards")),
    }
    return render(request, template, page_context | context)
