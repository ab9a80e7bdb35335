"""How the papers of a club look, and the templates that it adjusts."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.requests.limits import QUARTER, By, Limit, give_back, limit_kind, seconds_to_wait, wait_in_words
from common.web_server.policy import lane, takes_file
from tournaments.base.web.acting import act, show_error, tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.core.colours import is_colour
from tournaments.models import AdjustedTemplate, Club
from tournaments.paper.documents.adjusted import find_text
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.looks import Look, load_look
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.sandbox import TemplateRefused, original_text
from tournaments.paper.services.documents import find_document
from tournaments.paper.services.paper_looks import LARGEST_LOGO, LookChoices, keep_look
from tournaments.paper.services.paper_templates import keep_template, remove_template, try_template
from tournaments.results.services.club_tables import drop_table_codes, make_table_codes

CUT_SHORT = limit_kind("cut-short", Limit(By.THING, 4, QUARTER))
"""Templates of an organiser whose drawing was cut short: each took seconds of the lane of drawings."""

Drawn = TypeVar("Drawn")
SANDBOX = "sandbox; default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data:"
"""Policy of a page that an organiser's own template wrote: it is looked at, and does nothing."""


class ColourField(forms.CharField):
    """A colour as a browser's picker sends it, "#1a2b3c"."""

    widget = forms.TextInput(attrs={"type": "color"})

    def clean(self, value: Any) -> str:
        written: str = super().clean(value).lower()
        if not is_colour(written):
            raise forms.ValidationError(gettext_lazy("Une couleur s’écrit #1a2b3c."), code="invalid")
        return written


class LookForm(forms.Form):
    """Logo, two colours, foot of the page, and what lists say."""

    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
        help_text=gettext_lazy("PNG ou JPEG, 4 Mo au plus. Imprimé en haut à droite, 40 × 10 mm au plus."),
    )
    without_logo = forms.BooleanField(label=gettext_lazy("Retirer le logo"), required=False)
    ink = ColourField(
        label=gettext_lazy("Couleur des titres"),
        help_text=gettext_lazy("Assez foncée pour être lisible aussi sur une imprimante en noir et blanc."),
    )
    tint = ColourField(
        label=gettext_lazy("Fond des en-têtes de tableau"),
        help_text=gettext_lazy("Une teinte claire : le texte dessus est noir."),
    )
    footer = forms.CharField(
        label=gettext_lazy("Pied de page"),
        max_length=90,
        required=False,
        help_text=gettext_lazy(
            "Adresse du site, téléphone… Une ligne, au bas des listes et des classements."
        ),
    )
    is_large = forms.BooleanField(label=gettext_lazy("Classements en grands caractères"), required=False)
    shows_home_clubs = forms.BooleanField(
        label=gettext_lazy("Club d’origine dans les classements"), required=False
    )

    @classmethod
    def of_look(cls, look: Look) -> "LookForm":
        """The form with the choices made; taking the logo away is only asked where there is one."""
        form = cls(initial={name: getattr(look, name) for name in LookChoices.__slots__})
        if not look.logo:
            del form.fields["without_logo"]
        return form

    @property
    def choices(self) -> LookChoices:
        """What was chosen, once the form is valid."""
        return LookChoices(**{name: self.cleaned_data[name] for name in LookChoices.__slots__})

    @property
    def logo_choices(self) -> dict[str, Any]:
        """What is to become of the logo, as `keep_look` takes it."""
        return {
            "logo": self.cleaned_data["logo"],
            "without_logo": self.cleaned_data.get("without_logo", False),
        }


class TemplateForm(forms.Form):
    """The text of one document."""

    text = forms.CharField(
        label=gettext_lazy("Gabarit"),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 28, "lang": "zxx", "spellcheck": "false", "class": "template-text"}
        ),
    )


@takes_file(LARGEST_LOGO)
@require_http_methods(["GET", "POST"])
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """Logo, colours and foot of the page, and which documents the club has adjusted."""
    club = find_club(request, slug)
    if request.method != "POST":
        return _look_page(request, club, LookForm.of_look(load_look(club)))
    form = LookForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            keep_look(club=club, kept_by=signed_in(request), choices=form.choices, **form.logo_choices)
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("La présentation est enregistrée ; les prochains papiers la suivent."))
            return redirect("organiser-papers", slug)
    return _look_page(request, club, form)


@lane("drawing")
@require_safe
def specimen(request: HttpRequest, slug: str) -> HttpResponse:
    """A page in small with the club's look, as a drawing."""
    club = find_club(request, slug)
    context = {"club": club, "look": load_look(club)}
    return render(
        request, "tournaments/paper/organiser/papers_specimen.html", context, content_type="image/svg+xml"
    )


@require_POST
def table_codes(request: HttpRequest, slug: str) -> HttpResponse:
    """New codes on the table cards, or none (`drop`)."""
    club = find_club(request, slug)
    if "drop" in request.POST:
        drop_table_codes(club=club, dropped_by=signed_in(request))
        tell(request, _("Les codes des cartons de table ne marchent plus."))
    else:
        make_table_codes(club=club, made_by=signed_in(request))
        tell(request, _("Les cartons de table ont de nouveaux codes : imprimez-les."))
    return redirect("organiser-papers", slug)


@require_http_methods(["GET", "POST"])
def template(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The text of one document: kept, or refused at its line."""
    club = find_club(request, slug)
    document_type = _find_kind(kind)
    if request.method != "POST":
        text = find_text(club, kind) or original_text(document_type.template)
        return _template_page(request, club, document_type, TemplateForm(initial={"text": text}))
    form = TemplateForm(request.POST)
    if form.is_valid():
        text = form.cleaned_data["text"]
        kept_by = signed_in(request)
        try:
            _draw_within_limit(
                request, lambda: keep_template(club=club, kind=kind, text=text, kept_by=kept_by)
            )
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("Le gabarit est enregistré ; les prochains papiers le suivent."))
            return redirect("organiser-paper-template", slug, kind)
    return _template_page(request, club, document_type, form)


@lane("drawing")
@require_POST
def template_preview(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The text as sent, with an evening made up; nothing is kept."""
    club = find_club(request, slug)
    document_type = _find_kind(kind)
    form = TemplateForm(request.POST)
    html = ""
    if form.is_valid():
        try:
            text = form.cleaned_data["text"]
            html = _draw_within_limit(request, lambda: try_template(club=club, kind=kind, text=text))
        except AppError as error:
            show_error(form, error)
    if not form.is_valid():
        return _template_page(request, club, document_type, form)
    response = HttpResponse(html)
    response["Content-Security-Policy"] = SANDBOX
    return response


def _draw_within_limit(request: HttpRequest, draw: Callable[[], Drawn]) -> Drawn:
    """Draw a template of an organiser, unless several of theirs were cut short a moment ago.

    Raises:
        AppError: too many were (`too_many_tries`), or as `draw`.
    """
    thing = str(signed_in(request).pk)
    if wait := seconds_to_wait(request, CUT_SHORT, thing=thing):
        raise AppError("too_many_tries", wait_in_words(wait))
    try:
        drawn = draw()
    except AppError as error:
        if not (isinstance(error, TemplateRefused) and error.cut_short):
            give_back(request, CUT_SHORT, thing=thing)
        raise
    give_back(request, CUT_SHORT, thing=thing)
    return drawn


@require_POST
def template_remove(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Back to the original."""
    club = find_club(request, slug)
    done = _("L’original est de retour.")
    act(request, remove_template, done, club=club, kind=_find_kind(kind).kind, removed_by=signed_in(request))
    return redirect("organiser-paper-template", slug, kind)


def _find_kind(kind: str) -> DocumentType:
    """A document that has a template; a pack has those of what it holds."""
    try:
        document_type = find_document(kind)
    except AppError as error:
        raise Http404 from error
    if document_type.holds:
        raise Http404
    return document_type


def _look_page(request: HttpRequest, club: Club, form: LookForm) -> HttpResponse:
    adjusted = set(AdjustedTemplate.objects.filter(club=club).values_list("kind", flat=True))
    context = {
        "club": club,
        "tab": "papers",
        "form": form,
        "look": load_look(club),
        "kinds": [
            (kind, kind.label, kind in adjusted) for kind, document in DOCUMENTS.items() if not document.holds
        ],
        "is_any_adjusted": bool(adjusted),
    }
    return render(request, "tournaments/paper/organiser/papers.html", context)


def _template_page(
    request: HttpRequest, club: Club, document_type: DocumentType, form: TemplateForm
) -> HttpResponse:
    context = {
        "club": club,
        "tab": "papers",
        "kind": document_type.kind,
        "form": form,
        "is_adjusted": bool(find_text(club, document_type.kind)),
    }
    return render(request, "tournaments/paper/organiser/paper_template.html", context)
