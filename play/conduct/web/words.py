"""Free words on pages: the part below a table or round, and the page of moderators."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from common.requests.limits import MINUTE, By, Limit, limit_kind
from play.alone.services.beginning import Player
from play.alone.web.table import row_key
from play.conduct.models import Silence, WrittenLine
from play.conduct.models.moderation import LONGEST_LINE
from play.conduct.services.words import (
    WORDS_KEPT,
    WordsPlace,
    are_words_open,
    clean_line,
    lift_silence,
    list_written_lines,
    moderators_of_words,
    refuse_writer,
    silence,
    take_away,
)
from play.rooms.services.rooms import close_words
from play.rooms.web.directing import find_directed_room, find_directing_user

PLAY_WRITE = limit_kind(
    "play-write", Limit(By.ADDRESS, 300, MINUTE), Limit(By.THING, 40, MINUTE), Limit(By.PERSON, 8, MINUTE)
)
"""Limits of messages in a club's room."""

SHOWN_LINES = 200
"""Number of messages on the page of a room's moderators."""
SILENCED_FOR = timedelta(days=1)


class WordsForm(forms.Form):
    """Form for a message."""

    text = forms.CharField(
        label=gettext_lazy("Votre message"),
        max_length=LONGEST_LINE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_text(self) -> str:
        line = clean_line(self.cleaned_data["text"])
        if not line:
            raise forms.ValidationError(_("Ce message ne contient aucun signe visible."))
        return line


@dataclass(frozen=True, slots=True)
class WordsShown:
    """The free words at a place, for a page."""

    lines: list[WrittenLine]
    moderators: list[str]
    own: int | None
    """Key of the reader's account."""
    form: WordsForm | None
    why_not: str
    """Reason why the reader may not write at present; "" if they may."""


def show_words(
    place: WordsPlace, player: Player, now: datetime, refused: WordsForm | None = None
) -> WordsShown | None:
    """Return the free words at a place; None if they are closed.

    Nine queries at most; four while a deal is in play, one if they are closed.

    Args:
        refused: form with a message that was rejected.
    """
    names = moderators_of_words(place.room)
    if not names:
        return None
    why_not = ""
    try:
        refuse_writer(place, player, now)
    except AppError as error:
        why_not = str(error.message)
    return WordsShown(
        lines=list_written_lines(place, player, now),
        moderators=names,
        own=player.owner.pk if player.owner else None,
        form=refused or (None if why_not else WordsForm()),
        why_not=why_not,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def words_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the messages of a room for its moderators; remove messages, silence and readmit their authors."""
    room, user, current_time = find_directed_room(request, slug), find_directing_user(request), timezone.now()
    lines = WrittenLine.objects.filter(room=room, written_at__gt=current_time - WORDS_KEPT).select_related(
        "room__club", "table", "round", "author", "taken_by"
    )
    if request.method == "POST":
        form_data = request.POST
        if line := lines.filter(pk=row_key(form_data.get("take", "")), taken_at=None).first():
            take_away(line=line, taken_by=user, now=current_time)
            messages.success(request, _("Le message est retiré."))
        elif line := lines.filter(pk=row_key(form_data.get("day", ""))).first():
            silence(line=line, until=current_time + SILENCED_FOR, silenced_by=user, now=current_time)
            messages.success(request, _("%(name)s n’écrira pas pendant un jour.") % {"name": line.name})
        elif line := lines.filter(pk=row_key(form_data.get("good", ""))).first():
            silence(line=line, until=None, silenced_by=user, now=current_time)
            messages.success(request, _("%(name)s n’écrira plus dans cette salle.") % {"name": line.name})
        elif stored_silence := room.silences.filter(pk=row_key(form_data.get("lift", ""))).first():
            lift_silence(of=stored_silence, lifted_by=user)
            messages.success(request, _("%(name)s peut de nouveau écrire.") % {"name": stored_silence.name})
        elif "close" in form_data:
            close_words(room=room, closed_by=user)
            messages.success(request, _("Les mots libres sont fermés dans cette salle."))
        return redirect("rooms-words", room.slug)
    context = {
        "room": room,
        "lines": lines.order_by("-pk")[:SHOWN_LINES],
        "silences": Silence.objects.filter(room=room).exclude(until__lt=current_time),
        "is_open": are_words_open(room),
        "days": WORDS_KEPT.days,
    }
    return render(request, "play/conduct/words.html", context)
