"""Form of the name and the public page of a club."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from common.web_server.policy import takes_file
from tournaments.base.forms.merged import MergedForm
from tournaments.base.web.acting import add_success_message, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.models import ClubPage
from tournaments.people.forms.people import ClubForm
from tournaments.people.services.club_pages import LARGEST_PICTURE, ClubTexts, keep_club_page

MOST_HEAD_LINES = 6
"""Lines of the head on a receipt."""


class ClubPageForm(MergedForm, ClubForm):
    """Name of the club, texts and picture of its public page."""

    presentation = forms.CharField(
        label=gettext_lazy("Présentation"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Jours de jeu, débutants, cotisation… Une ligne vide commence un paragraphe."),
    )
    address = forms.CharField(
        label=gettext_lazy("Lieu habituel"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("La salle et son adresse. Les nouveaux tournois le reprennent."),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("Téléphone, adresse électronique, site : tout le monde le lira."),
    )
    receipt_head = forms.CharField(
        label=gettext_lazy("En tête des reçus"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "Siège, numéro SIREN ou RNA, article de l’exonération de TVA : demandez au trésorier."
            " Seuls les reçus le montrent."
        ),
    )
    picture = forms.FileField(
        label=gettext_lazy("Image"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=gettext_lazy(
            "JPEG, PNG ou WebP, 4 Mo au plus. Le lieu et la date de la photo sont effacés."
        ),
    )
    without_picture = forms.BooleanField(label=gettext_lazy("Retirer l’image"), required=False)

    def clean_receipt_head(self) -> str:
        """Refuse more lines than a receipt has room for."""
        head: str = self.cleaned_data["receipt_head"].strip()
        if len(head.splitlines()) > MOST_HEAD_LINES:
            raise forms.ValidationError(_("%(most)d lignes au plus.") % {"most": MOST_HEAD_LINES})
        return head

    @property
    def texts(self) -> ClubTexts:
        return ClubTexts(**{name: self.cleaned_data[name].strip() for name in ClubTexts.__slots__})


@takes_file(LARGEST_PICTURE)
@require_http_methods(["GET", "POST"])
def edit_club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and save the club's name, and the texts and the picture of its public page."""
    club = find_club(request, slug)
    club_page = ClubPage.objects.filter(club=club).first() or ClubPage(club=club)
    initial = {name: getattr(club_page, name) for name in ClubTexts.__slots__}
    initial |= {"name": club.name, "city": club.city}
    if request.method == "POST":
        form = ClubPageForm(request.POST, request.FILES, initial=initial)
        if form.is_valid():
            try:
                keep_club_page(
                    club=club,
                    name=form.cleaned_data["name"],
                    city=form.cleaned_data["city"],
                    texts=form.texts,
                    picture=form.cleaned_data["picture"],
                    without_picture=form.cleaned_data["without_picture"],
                    kept_by=signed_in_user(request),
                )
            except AppError as error:
                show_error(form, error)
            else:
                add_success_message(request, _("La page du club est enregistrée."))
                return redirect("organiser-club-page", slug)
    else:
        form = ClubPageForm(initial=initial)
    if not club_page.picture:
        del form.fields["without_picture"]
    context: dict[str, Any] = {"club": club, "tab": "club", "form": form, "kept": club_page}
    return render(request, "tournaments/people/organiser/club_page.html", context)
