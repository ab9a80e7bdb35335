"""Pages for opening and directing a room: its rules, its directors, notes about players."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import ACCOUNT_LOOKUP
from accounts.models import User
from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.rules import FFT, parse_rules
from games.core.seats import SOUTH
from games.core.variants.registry import GAMES, find_variant
from play.alone.web.beginners import GameSelect, level_at, level_choices
from play.alone.web.table import row_key
from play.conduct.services.moderation import bar_player, met_in_round
from play.conduct.services.words import WORDS_KEPT, are_words_open, moderators
from play.free.web.rules_choice import (
    RoomRulesChoice,
    RulesChoice,
    asks_for_rules,
    rules_choice,
    typed_values,
)
from play.rooms.enums import RoomAccess, RoomContract, RoomSeating, UnplayedRule
from play.rooms.models import Room, RoomDirector, RoomEntry, RoomNote
from play.rooms.models.rooms import LONGEST_ROOM_NAME, MOST_DEALS, MOST_ROBOTS, RHYTHMS
from play.rooms.queries.rooms import may_direct
from play.rooms.services.rooms import (
    change_room,
    close_words,
    hide_name,
    name_director,
    open_room,
    open_words,
    record_exclusion,
    withdraw_director,
)
from play.rooms.services.settling import exclude_entry
from play.rooms.words.rooms import entry_name, name_round
from tournaments.base.access import may_own_club
from tournaments.base.web.acting import run_service, show_error
from tournaments.base.web.finding import find_club
from tournaments.events.words.game_names import game_name
from tournaments.models import Club, HouseRules

BAR_DAYS = 7
"""Days of exclusion by the director's page. The page of reports offers other spans."""
SHARED_COUNTS = range(3, 6)
"""Numbers of players of the games that can be played at shared tables."""
SHOWN_NOTES = 50
SHOWN_ROUNDS = 6
"""Number of latest rounds whose players the director's page lists."""


def _games() -> list[tuple[str, str]]:
    """Return the games with a seat at South and without a dummy to play for, with their names."""
    return [
        (game, game_name(game))
        for game in GAMES
        if find_variant(game).player_count > SOUTH and not game.endswith("-mort")
    ]


class RoomForm(forms.Form):
    """Form of the rules of a room."""

    name = forms.CharField(label=gettext_lazy("Nom de la salle"), max_length=LONGEST_ROOM_NAME)
    access = forms.ChoiceField(label=gettext_lazy("Qui peut jouer"), choices=RoomAccess)
    seating = forms.ChoiceField(
        label=gettext_lazy("Comment on joue"),
        choices=RoomSeating,
        help_text=gettext_lazy("Ensemble : à trois, à quatre ou à cinq, les mêmes donnes à chaque table."),
    )
    is_open = forms.BooleanField(label=gettext_lazy("La salle est ouverte"), required=False)
    minutes = forms.TypedChoiceField(
        label=gettext_lazy("Une manche toutes les"),
        choices=lambda: [(count, _("%(count)d minutes") % {"count": count}) for count in RHYTHMS],
        coerce=int,
    )
    deals = forms.IntegerField(label=gettext_lazy("Donnes par manche"), min_value=1, max_value=MOST_DEALS)
    game = forms.ChoiceField(label=gettext_lazy("Jeu"), choices=_games, widget=GameSelect)
    contract = forms.ChoiceField(
        label=gettext_lazy("Contrat"),
        choices=RoomContract,
        help_text=gettext_lazy("Au tarot à quatre ; dans les autres jeux, la table enchérit."),
    )
    level = forms.ChoiceField(label=gettext_lazy("Robots"), choices=level_choices)
    unplayed = forms.ChoiceField(label=gettext_lazy("Donnes non jouées"), choices=UnplayedRule)
    robot_players = forms.IntegerField(
        label=gettext_lazy("Robots au classement"),
        min_value=0,
        max_value=MOST_ROBOTS,
        help_text=gettext_lazy(
            "Des robots jouent aussi les donnes, à la place du joueur : personne n’est seul au classement."
        ),
    )

    def __init__(self, *args: Any, club: Club | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # a room of the site has no members
        if club is None:
            self.fields["access"].disabled = True
            self.fields["access"].initial = RoomAccess.OPEN.value

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        is_shared = values.get("seating") == RoomSeating.TABLES
        game = values.get("game")
        if game and "level" in values:
            values["level"] = level_at(game, values["level"])
        if is_shared and game and find_variant(game).player_count not in SHARED_COUNTS:
            self.add_error("game", _("Ensemble à des tables, on joue à trois, à quatre ou à cinq."))
        return values


class DirectorForm(forms.Form):
    """Form that names a further director by pseudonym."""

    pseudonym = forms.CharField(label=gettext_lazy("Pseudonyme d’un compte"), max_length=40)


USUAL = {
    "access": RoomAccess.OPEN.value,
    "seating": RoomSeating.ALONE.value,
    "is_open": True,
    "minutes": 30,
    "deals": 6,
    "game": FEDERATION_GAME,
    "contract": RoomContract.GARDE.value,
    "level": "club",
    "unplayed": UnplayedRule.LEFT_OUT.value,
    "robot_players": 0,
}


@require_http_methods(["GET", "HEAD", "POST"])
def open_site(request: HttpRequest) -> HttpResponse:
    """Open a room of the site."""
    if not request.user.is_superuser:
        raise PermissionDenied
    return _open(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
def open_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a room of a club."""
    return _open(request, find_club(request, slug))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def direct(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the rules of a room; list its directors, notes and latest players."""
    room = find_directed_room(request, slug)
    saved_rules = {name: getattr(room, name) for name in RoomForm.base_fields}
    rules = _rules(request, room.club, room.game, room.rule_set)
    if asks_for_rules(request):
        form = RoomForm(club=room.club, initial=typed_values(request, RoomForm))
        return _show(request, room, form, DirectorForm(), rules)
    form = RoomForm(request.POST if request.method == "POST" else None, club=room.club, initial=saved_rules)
    if form.is_valid() and rules.is_valid():
        change_room(
            room=room, changed_by=find_directing_user(request), rule_set=rules.text, **form.cleaned_data
        )
        messages.success(
            request, _("Les réglages de la salle sont enregistrés : ils valent pour les manches à venir.")
        )
        return redirect("rooms-direct", room.slug)
    return _show(request, room, form, DirectorForm(), rules)


@require_POST
def direct_director(request: HttpRequest, slug: str) -> HttpResponse:
    """Name a director by pseudonym, or withdraw one."""
    room = find_directed_room(request, slug)
    if "withdraw" in request.POST:
        former = room.directors.filter(pk=row_key(request.POST["withdraw"])).select_related("user").first()
        if former is not None:
            withdraw_director(director=former, withdrawn_by=find_directing_user(request))
            message = _("%(name)s ne dirige plus la salle.") % {"name": former.user.pseudonym}
            messages.success(request, message)
        return redirect("rooms-direct", room.slug)
    form = DirectorForm(request.POST)
    wait = limit_form(request, form, ACCOUNT_LOOKUP) if form.is_valid() else 0
    if form.is_valid() and not wait:
        try:
            director = name_director(
                room=room, pseudonym=form.cleaned_data["pseudonym"], named_by=find_directing_user(request)
            )
            message = _("%(name)s dirige la salle avec vous.") % {"name": director.user.pseudonym}
            messages.success(request, message)
            return redirect("rooms-direct", room.slug)
        except AppError as error:
            show_error(form, error)
    rules_form = RoomForm(
        club=room.club, initial={name: getattr(room, name) for name in RoomForm.base_fields}
    )
    rules = RoomRulesChoice(
        game=room.game,
        house_rules=_house_rules(room.club).filter(game=room.game),
        chosen=parse_rules(find_variant(room.game).options, room.rule_set),
    )
    response = _show(request, room, rules_form, form, rules)
    return as_too_many_requests(response, wait) if wait else response


@require_POST
def direct_words(request: HttpRequest, slug: str) -> HttpResponse:
    """Open or close the free words of a room. Only owners of its club may do this."""
    room, user = find_directed_room(request, slug), find_directing_user(request)
    if room.club is None or not may_own_club(user, room.club):
        raise PermissionDenied
    if "close" in request.POST:
        close_words(room=room, closed_by=user)
        messages.success(request, _("Les mots libres sont fermés dans cette salle."))
    else:
        run_service(
            request,
            open_words,
            _("Les mots libres sont ouverts : les directeurs de la salle les modèrent."),
            room=room,
            opened_by=user,
        )
    return redirect(reverse("rooms-direct", args=[room.slug]) + "#words-title")


@require_POST
def direct_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Exclude a player from a ranking, readmit, bar or anonymise them."""
    room, user = find_directed_room(request, slug), find_directing_user(request)
    entry = get_object_or_404(
        RoomEntry.objects.select_related("round__room__club").exclude(player=""),
        pk=pk,
        round__room=room,
        is_robot=False,
    )
    deed = request.POST.get("deed", "")
    if deed == "bar":
        current_time = timezone.now()
        bar_player(room=room, whom=met_in_round(entry), days=BAR_DAYS, barred_by=user, now=current_time)
        messages.success(request, _("Ce joueur n’entrera pas dans la salle pendant sept jours."))
    elif deed == "name":
        hide_name(entry=entry, hidden_by=user)
        messages.success(request, _("Le nom est masqué : le joueur est un numéro."))
    # a repeated form changes nothing
    elif deed in ("out", "in") and entry.is_excluded == (deed == "in"):
        record_exclusion(entry=exclude_entry(entry=entry, is_excluded=deed == "out"), actor=user)
        message_by_deed = {
            "out": _("Le joueur est hors classement."),
            "in": _("Le joueur est de nouveau classé."),
        }
        messages.success(request, message_by_deed[deed])
    return redirect(f"{reverse('rooms-direct', args=[room.slug])}?manche={entry.round_id}")


def find_directing_user(request: HttpRequest) -> User:
    """Return the signed-in account, which `find_directed_room` has admitted."""
    assert isinstance(request.user, User)
    return request.user


def find_directed_room(request: HttpRequest, slug: str) -> Room:
    """Return a room that the reader directs; raise 404 for other readers.

    Raises:
        PermissionDenied: not signed in.
    """
    if not request.user.is_authenticated:
        raise PermissionDenied
    room = get_object_or_404(Room.objects.select_related("club"), slug=slug)
    if not may_direct(request.user, room):
        raise Http404
    return room


def _open(request: HttpRequest, club: Club | None) -> HttpResponse:
    rules = _rules(request, club, FEDERATION_GAME, FFT)
    if asks_for_rules(request):
        form = RoomForm(club=club, initial=typed_values(request, RoomForm))
        return render(request, "play/rooms/open.html", {"form": form, "rules": rules, "club": club})
    form = RoomForm(request.POST if request.method == "POST" else None, club=club, initial=USUAL)
    if form.is_valid() and rules.is_valid():
        room = open_room(
            club=club, opened_by=find_directing_user(request), rule_set=rules.text, **form.cleaned_data
        )
        return redirect("rooms-room", room.slug)
    return render(request, "play/rooms/open.html", {"form": form, "rules": rules, "club": club})


def _house_rules(club: Club | None) -> QuerySet[HouseRules]:
    return HouseRules.objects.none() if club is None else club.house_rules.all()


def _rules(request: HttpRequest, club: Club | None, game: str, rules: str) -> RulesChoice:
    return rules_choice(
        request, house_rules=_house_rules(club), game=game, rules=rules, form_class=RoomRulesChoice
    )


def _show(
    request: HttpRequest, room: Room, form: RoomForm, director_form: DirectorForm, rules: RulesChoice
) -> HttpResponse:
    rounds = list(room.rounds.filter(deal_set__isnull=False)[:SHOWN_ROUNDS])
    entries = list(RoomEntry.objects.filter(round__in=rounds, is_robot=False))
    notes = RoomNote.objects.filter(round__room=room).select_related("round__room", "first", "second")[
        :SHOWN_NOTES
    ]
    context = {
        "room": room,
        "form": form,
        "rules": rules,
        "director_form": director_form,
        "directors": RoomDirector.objects.filter(room=room).select_related("user").order_by("pk"),
        "notes": [
            (note, entry_name(note.first), entry_name(note.second), name_round(note.round)) for note in notes
        ],
        "are_words_open": are_words_open(room),
        "moderators": moderators(room),
        "may_open_words": room.club is not None and may_own_club(find_directing_user(request), room.club),
        "words_days": WORDS_KEPT.days,
        "open_round": row_key(request.GET.get("manche", "")),
        "rounds": [
            (
                round_row,
                name_round(round_row),
                [(entry, entry_name(entry)) for entry in entries if entry.round_id == round_row.pk],
            )
            for round_row in rounds
        ],
    }
    return render(request, "play/rooms/direct.html", context)
