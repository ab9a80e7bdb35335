"""Pages of an event's announcement: change it, cancel or restore the event, or delete an empty one."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.forms.days import DayField
from tournaments.base.forms.hours import missing_hour_message
from tournaments.base.forms.merged import MergedForm
from tournaments.base.forms.names import VisibleNameField
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.base.words.event_language import round_word
from tournaments.base.words.format_words import ROUND_WORD_CHOICES
from tournaments.core.formats.event_options import RoundWord
from tournaments.enums import TournamentState
from tournaments.evening.services.announcement import (
    Announcement,
    cancel_event,
    change_announcement,
    delete_empty_event,
    restore_event,
    what_it_holds,
)
from tournaments.models import Tournament


class AnnouncementForm(MergedForm):
    """Name, day, hour and place of an event, and its word for a round."""

    name = VisibleNameField(label=gettext_lazy("Nom du tournoi"), max_length=120)
    starts_on = DayField(label=gettext_lazy("Date"))
    starts_at = forms.TimeField(
        label=gettext_lazy("Heure"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy("Laissez vide si elle n’est pas fixée."),
    )
    place = forms.CharField(
        label=gettext_lazy("Lieu du tournoi"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("La salle et son adresse, telles que les joueurs les liront."),
    )

    round_word = forms.ChoiceField(
        label=gettext_lazy("Nom d’un tour de jeu"),
        choices=ROUND_WORD_CHOICES,
        required=False,
        help_text=gettext_lazy("Le mot de toutes les pages, des téléphones, de la salle et des papiers."),
    )

    def __init__(self, data: Any = None, *, tournament: Tournament) -> None:
        values = {name: getattr(tournament, name) for name in ("name", "starts_on", "starts_at", "place")}
        super().__init__(data, initial=values | {"round_word": round_word(tournament).value})

    def clean_round_word(self) -> RoundWord | None:
        """Return the chosen word; None if a program sends the form without it."""
        word = self.cleaned_data["round_word"]
        return RoundWord(word) if word else None

    def clean(self) -> dict[str, Any]:
        """Refuse an hour that the clocks skip on this day."""
        values = super().clean() or {}
        if "starts_on" in values and (
            message := missing_hour_message(values["starts_on"], values.get("starts_at"))
        ):
            self.add_error("starts_at", message)
        return values

    @property
    def announcement(self) -> Announcement:
        """The announcement. Needs a valid form."""
        return Announcement(**self.cleaned_data)


@require_http_methods(["GET", "POST"])
def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """Change name, day, hour and place. The page also offers to cancel or delete the event."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = AnnouncementForm(posted_data(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            change_announcement(
                tournament=tournament, announcement=form.announcement, changed_by=signed_in_user(request)
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("C’est enregistré."))
            return redirect("organiser-announcement", slug)
    is_draft = tournament.state == TournamentState.DRAFT
    context = {
        "tournament": tournament,
        "tab": "desk",
        "form": form,
        "is_draft": is_draft,
        "holds": what_it_holds(tournament) if is_draft else "",
    }
    return render(request, "tournaments/evening/organiser/announcement.html", context)


@require_POST
def cancel_event_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel the event, or restore it if the form sends `restore`."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    user = signed_in_user(request)
    if "restore" in request.POST:
        run_service(
            request, restore_event, _("Le tournoi est rétabli."), tournament=tournament, restored_by=user
        )
    else:
        run_service(
            request, cancel_event, _("Le tournoi est annulé."), tournament=tournament, cancelled_by=user
        )
    return redirect("organiser-announcement", slug)


@require_POST
def delete_event_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete an event without entries."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    notice = _("« %(event)s » est supprimé.") % {"event": tournament.name}
    user = signed_in_user(request)
    if run_service(request, delete_empty_event, notice, tournament=tournament, deleted_by=user):
        # the event's own pages are gone
        return redirect("organiser-club", tournament.club.slug)
    return redirect("organiser-announcement", slug)
