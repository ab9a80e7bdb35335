"""Hands that were dealt at the table, written down from the diagrams, étui by étui."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from games.core.cards import Card
from games.core.dealing.dealt_game import DealtGame
from games.core.layouts import Layout
from games.core.seats import sheet_order
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import posted, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.sorting import Pocket, deck_rows
from tournaments.deals.queries.deals import game_dealt, recordable_boards
from tournaments.deals.services.deal_readers import read_board
from tournaments.deals.services.recorded_hands import ORDER_COUNTS, record_hands
from tournaments.models import Session
from tournaments.seating.words.seat_names import pocket_name

NOWHERE = ""
PACKS = range(2)


@dataclass(frozen=True, slots=True)
class PocketChoice:
    """A pocket that cards may be put into."""

    value: str
    """Its number among the hands in playing order, then the piles."""
    pocket: Pocket
    size: int


@dataclass(frozen=True, slots=True)
class CardField:
    """A card of the pack and the pocket chosen for it."""

    card: Card
    pocket: str
    """The number of a pocket, or `NOWHERE`."""

    @property
    def name(self) -> str:
        return f"card-{self.card}"


class HandsForm(forms.Form):
    """A pocket for each card of the game, or none; a card can only be in one."""

    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None, *, game: DealtGame, layout: Layout | None, version: int
    ) -> None:
        super().__init__(data, initial={"seen_version": version})
        self.choices = tuple(_choices(game))
        self._deck = frozenset(game.deck)
        self._known = {choice.value for choice in self.choices}
        self._stored = _pockets_of(layout) if layout else {}

    @property
    def rows(self) -> list[list[CardField]]:
        """The rows of a diagram, pack after pack, each card with what was typed, or else what is stored."""
        rows = (row for pack in PACKS for _place, row in deck_rows(self._deck, pack))
        return [[CardField(card, self._chosen(card)) for card in row] for row in rows]

    @property
    def pockets(self) -> list[set[Card]]:
        """The cards chosen for each pocket: the hands in playing order, then the piles; once it is valid."""
        found: list[set[Card]] = [set() for _ in self.choices]
        for field in (field for row in self.rows for field in row):
            if field.pocket != NOWHERE:
                found[int(field.pocket)].add(field.card)
        return found

    def _chosen(self, card: Card) -> str:
        if not self.is_bound:
            return self._stored.get(card, NOWHERE)
        typed = str(self.data.get(f"card-{card}", NOWHERE))
        return typed if typed in self._known else NOWHERE


def _choices(game: DealtGame) -> Iterator[PocketChoice]:
    """The pockets of a game in the order of the sheets."""
    for seat in sheet_order(game.player_count):
        yield PocketChoice(str(seat), seat, game.hand_sizes[seat])
    for place, (name, size) in enumerate(zip(game.pile_names, game.pile_sizes, strict=True)):
        yield PocketChoice(str(game.player_count + place), name, size)


def _pockets_of(layout: Layout) -> dict[Card, str]:
    """The pocket of each card that a deal holds already."""
    held = enumerate((*layout.hands, *layout.piles))
    return {card: str(pocket) for pocket, cards in held for card in cards}


@never_cache
@require_http_methods(["GET", "POST"])
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The cards of the game and the pocket of each; secret."""
    tournament = find_tournament(request, slug, Right.SEE_DEALS)
    session = current_session(tournament)
    game = game_dealt(session)
    boards = recordable_boards(session)
    if game.has_order:
        messages.error(request, ORDER_COUNTS)
        return redirect("organiser-deals", tournament.slug)
    if not boards:
        messages.error(
            request, _("L’ordinateur a distribué toutes les mains de cette séance : il n’y a rien à relever.")
        )
        return redirect("organiser-deals", tournament.slug)
    if number not in boards:
        raise Http404
    found = read_board(session=session, number=number, seen_by=signed_in(request))
    layout, version = (found[0].layout, found[1]) if found else (None, 0)
    form = HandsForm(posted(request), game=game, layout=layout, version=version)
    if request.method == "POST" and form.is_valid() and _store(request, session, number, form):
        missing = (other for other, is_whole in boards.items() if other > number and not is_whole)
        following = next(missing, None)
        if following is None:
            return redirect("organiser-deals", tournament.slug)
        return redirect("organiser-hands-record", tournament.slug, following)
    context = {
        "tournament": tournament,
        "tab": "deals",
        "number": number,
        "boards": boards,
        "form": form,
        "seats": range(game.player_count),
    }
    return render(request, "tournaments/deals/organiser/hands_record.html", context)


def _store(request: HttpRequest, session: Session, number: int, form: HandsForm) -> bool:
    """Store the hands; what is refused is told pocket by pocket, and the input stays."""
    try:
        record_hands(
            session=session,
            board=number,
            pockets=form.pockets,
            seen_version=form.cleaned_data["seen_version"],
            recorded_by=signed_in(request),
        )
    except AppError as error:
        for name, sentence in error.fields.items():
            pocket = next(choice.pocket for choice in form.choices if choice.value == name)
            told = {"pocket": pocket_name(pocket), "fault": sentence}
            form.add_error(None, _("%(pocket)s : %(fault)s") % told)
        if not error.fields:
            form.add_error(None, str(error.message))
        if "version" in error.extra:
            form.data = {**form.data.dict(), "seen_version": error.extra["version"]}  # type: ignore[attr-defined]
        return False
    tell(request, _("Les mains de l’étui %(number)d sont relevées.") % {"number": number})
    return True
