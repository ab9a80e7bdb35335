"""Pages for the look of a club's papers and for its own templates."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.refusals import describe_wait
from common.errors import AppError
from common.requests.limits import QUARTER, By, Limit, limit_kind, return_attempt, seconds_to_wait
from common.web_server.policy import lane, takes_file
from tournaments.base.forms.merged import MergedForm
from tournaments.base.web.acting import add_success_message, run_service, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.core.colours import is_colour
from tournaments.models import AdjustedTemplate, Club
from tournaments.paper.documents.making.adjusted import find_text
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.looks import Look, load_look
from tournaments.paper.documents.making.sandbox import TemplateRefused, original_text
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.documents import find_document
from tournaments.paper.services.paper_looks import LARGEST_LOGO, LookChoices, keep_look
from tournaments.paper.services.paper_templates import keep_template, remove_template, try_template
from tournaments.results.services.club_tables import drop_table_codes, make_table_codes

CUT_SHORT = limit_kind("cut-short", Limit(By.THING, 4, QUARTER))
"""Limit of templates per organiser whose drawing was stopped. Each blocks the drawing lane for seconds."""

Drawn = TypeVar("Drawn")
SANDBOX = "sandbox; default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data:"
"""Content security policy of a page that an organiser's own template made: no script, no form."""


class ColourInput(forms.TextInput):
    """A browser's picker of colours, which always has one: HTML allows no `required` there."""

    input_type = "color"

    def use_required_attribute(self, initial: Any) -> bool:
        return False


class ColourField(forms.CharField):
    """A colour as a browser's picker sends it, "#1a2b3c"."""

    widget = ColourInput

    def clean(self, value: Any) -> str:
        colour: str = super().clean(value).lower()
        if not is_colour(colour):
            raise forms.ValidationError(gettext_lazy("Une couleur s’écrit #1a2b3c."), code="invalid")
        return colour


class LookForm(MergedForm):
    """Logo, two colours, foot of the page, and the content of lists."""

    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=gettext_lazy(
            "PNG, JPEG ou WebP, 4 Mo au plus. Imprimé en haut à droite, 40 × 10 mm au plus."
        ),
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
    is_letter = forms.BooleanField(
        label=gettext_lazy("Papier au format Lettre, 216 × 279 mm"),
        required=False,
        help_text=gettext_lazy(
            "Pour les imprimantes d’Amérique du Nord : les PDF sont réduits de 6 %, rien n’est coupé."
        ),
    )
    shows_home_clubs = forms.BooleanField(
        label=gettext_lazy("Club d’origine dans les classements"), required=False
    )

    @classmethod
    def of_look(cls, look: Look) -> "LookForm":
        """Return the form with the current choices. "Remove the logo" is offered only if there is one."""
        form = cls(initial=cls.initial_of(look))
        if not look.logo:
            del form.fields["without_logo"]
        return form

    @classmethod
    def initial_of(cls, look: Look) -> dict[str, Any]:
        """Return the current choices."""
        return {name: getattr(look, name) for name in LookChoices.__slots__}

    @property
    def choices(self) -> LookChoices:
        """The choices of a valid form."""
        return LookChoices(**{name: self.cleaned_data[name] for name in LookChoices.__slots__})

    @property
    def logo_choices(self) -> dict[str, Any]:
        """The choices for the logo, as arguments of `keep_look`."""
        return {
            "logo": self.cleaned_data["logo"],
            "without_logo": self.cleaned_data.get("without_logo", False),
        }


class TemplateForm(MergedForm):
    """The text of one document's template."""

    text = forms.CharField(
        label=gettext_lazy("Gabarit"),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 28, "lang": "zxx", "spellcheck": "false", "class": "template-text"}
        ),
    )

    def describe_stored(self, name: str, value: Any) -> str:
        """Return where the page shows the stored text, which is too long for a message."""
        return _("le gabarit enregistré est au bas de cette page")


@takes_file(LARGEST_LOGO)
@require_http_methods(["GET", "POST"])
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and store the logo, the colours and the foot of the page. List the adjusted documents."""
    club = find_club(request, slug)
    if request.method != "POST":
        return _look_page(request, club, LookForm.of_look(load_look(club)))
    form = LookForm(request.POST, request.FILES, initial=LookForm.initial_of(load_look(club)))
    if form.is_valid():
        try:
            keep_look(club=club, kept_by=signed_in_user(request), choices=form.choices, **form.logo_choices)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(
                request, _("La présentation est enregistrée ; les prochains papiers la suivent.")
            )
            return redirect("organiser-papers", slug)
    return _look_page(request, club, form)


@lane("drawing")
@require_safe
def specimen(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a small page with the club's look, as SVG."""
    club = find_club(request, slug)
    context = {"club": club, "look": load_look(club)}
    return render(
        request, "tournaments/paper/organiser/papers_specimen.html", context, content_type="image/svg+xml"
    )


@require_POST
def table_codes(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace the codes on the table cards, or remove them (`drop`)."""
    club = find_club(request, slug)
    if "drop" in request.POST:
        drop_table_codes(club=club, dropped_by=signed_in_user(request))
        add_success_message(request, _("Les codes des cartons de table ne marchent plus."))
    else:
        make_table_codes(club=club, made_by=signed_in_user(request))
        add_success_message(request, _("Les cartons de table ont de nouveaux codes : imprimez-les."))
    return redirect("organiser-papers", slug)


@require_http_methods(["GET", "POST"])
def template(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Show and store the template of one document, or show its error at the line."""
    club = find_club(request, slug)
    document_type = _find_kind(kind)
    if request.method != "POST":
        return _template_page(
            request, club, document_type, TemplateForm(initial=_template_initial(club, document_type))
        )
    form = TemplateForm(request.POST, initial=_template_initial(club, document_type))
    if form.is_valid():
        text = form.cleaned_data["text"]
        kept_by = signed_in_user(request)
        try:
            _draw_within_limit(
                request, lambda: keep_template(club=club, kind=kind, text=text, kept_by=kept_by)
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le gabarit est enregistré ; les prochains papiers le suivent."))
            return redirect("organiser-paper-template", slug, kind)
    return _template_page(request, club, document_type, form)


@lane("drawing")
@require_POST
def template_preview(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return a specimen with the template as sent. Nothing is stored."""
    club = find_club(request, slug)
    document_type = _find_kind(kind)
    form = TemplateForm(request.POST, initial=_template_initial(club, document_type))
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
    """Draw an organiser's template, unless several of theirs were stopped recently.

    Raises:
        AppError: too many were stopped (`too_many_tries`), or as `draw`.
    """
    thing = str(signed_in_user(request).pk)
    if wait := seconds_to_wait(request, CUT_SHORT, thing=thing):
        raise AppError("too_many_tries", describe_wait(wait))
    try:
        result = draw()
    except AppError as error:
        # only a drawing that was stopped counts
        if not (isinstance(error, TemplateRefused) and error.cut_short):
            return_attempt(request, CUT_SHORT, thing=thing)
        raise
    return_attempt(request, CUT_SHORT, thing=thing)
    return result


@require_POST
def template_remove(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Reset a document to its original template."""
    club = find_club(request, slug)
    message = _("L’original est de retour.")
    run_service(
        request,
        remove_template,
        message,
        club=club,
        kind=_find_kind(kind).kind,
        removed_by=signed_in_user(request),
    )
    return redirect("organiser-paper-template", slug, kind)


def _template_initial(club: Club, document_type: DocumentType) -> dict[str, str]:
    return {"text": find_text(club, document_type.kind) or original_text(document_type.template)}


def _find_kind(kind: str) -> DocumentType:
    """Return a document with a template of its own. A pack has only those of its documents."""
    try:
        document_type = find_document(kind)
    except AppError as error:
        raise Http404 from error
    if document_type.holds:
        raise Http404
    return document_type


def _look_page(request: HttpRequest, club: Club, form: LookForm) -> HttpResponse:
    adjusted_kinds = set(AdjustedTemplate.objects.filter(club=club).values_list("kind", flat=True))
    context = {
        "club": club,
        "tab": "papers",
        "form": form,
        "look": load_look(club),
        "kinds": [
            (kind, kind.label, kind in adjusted_kinds)
            for kind, document in DOCUMENTS.items()
            if not document.holds
        ],
        "is_any_adjusted": bool(adjusted_kinds),
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
