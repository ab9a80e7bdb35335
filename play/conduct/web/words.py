"""Free words on the pages: what shows below a table or a round, and the page of who moderates."""

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
    lines_of,
    moderators_of_words,
    refuse_writer,
    silence,
    take_away,
)
from play.rooms.services.rooms import close_words
from play.rooms.web.directing import find_directed_room, signed_in

PLAY_WRITE = limit_kind(
    "play-write", Limit(By.ADDRESS, 300, MINUTE), Limit(By.THING, 40, MINUTE), Limit(By.PERSON, 8, MINUTE)
)
"""Lines to the others of a club's room."""

SHOWN_LINES = 200
"""Of a room, for who moderates it."""
SILENCED_FOR = timedelta(days=1)


class WordsForm(forms.Form):
    """What somebody writes."""

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
    """What a page shows of the free words at a place."""

    lines: list[WrittenLine]
    moderators: list[str]
    own: int | None
    """Key of the reader's account."""
    form: WordsForm | None
    why_not: str
    """Why he may not write now, "" when he may."""


def show_words(
    place: WordsPlace, player: Player, now: datetime, refused: WordsForm | None = None
) -> WordsShown | None:
    """The free words at a place; None where they are closed.

    Nine queries at most; four while a deal is in play, one where they are closed.

    Args:
        refused: what was sent and could not be written.
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
        lines=lines_of(place, player, now),
        moderators=names,
        own=player.owner.pk if player.owner else None,
        form=refused or (None if why_not else WordsForm()),
        why_not=why_not,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def words_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What was written in a room, for who moderates it: to take lines away, and the right to write."""
    room, user, now = find_directed_room(request, slug), signed_in(request), timezone.now()
    lines = WrittenLine.objects.filter(room=room, written_at__gt=now - WORDS_KEPT).select_related(
        "room__club", "table", "round", "author", "taken_by"
    )
    if request.method == "POST":
        sent = request.POST
        if line := lines.filter(pk=row_key(sent.get("take", "")), taken_at=None).first():
            take_away(line=line, taken_by=user, now=now)
            messages.success(request, _("Le message est retiré."))
        elif line := lines.filter(pk=row_key(sent.get("day", ""))).first():
            silence(line=line, until=now + SILENCED_FOR, silenced_by=user, now=now)
            messages.success(request, _("%(name)s n’écrira pas pendant un jour.") % {"name": line.name})
        elif line := lines.filter(pk=row_key(sent.get("good", ""))).first():
            silence(line=line, until=None, silenced_by=user, now=now)
            messages.success(request, _("%(name)s n’écrira plus dans cette salle.") % {"name": line.name})
        elif lifted := room.silences.filter(pk=row_key(sent.get("lift", ""))).first():
            lift_silence(of=lifted, lifted_by=user)
            messages.success(request, _("%(name)s peut de nouveau écrire.") % {"name": lifted.name})
        elif "close" in sent:
            close_words(room=room, closed_by=user)
            messages.success(request, _("Les mots libres sont fermés dans cette salle."))
        return redirect("rooms-words", room.slug)
    context = {
        "room": room,
        "lines": lines.order_by("-pk")[:SHOWN_LINES],
        "silences": Silence.objects.filter(room=room).exclude(until__lt=now),
        "is_open": are_words_open(room),
        "days": WORDS_KEPT.days,
    }
    return render(request, "play/conduct/words.html", context)
