"""Page for recording hands that were dealt at the table, from the diagrams, étui by étui."""

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
from games.core.seats import list_seats_in_sheet_order
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import add_success_message, posted_data
from tournaments.base.web.finding import find_dealt_tournament, signed_in_user
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
    """A pocket for cards."""

    value: str
    """Number of the pocket: the hands in playing order, then the piles."""
    pocket: Pocket
    size: int


@dataclass(frozen=True, slots=True)
class CardField:
    """A card of the pack with its chosen pocket."""

    card: Card
    pocket: str
    """Number of a pocket, or `NOWHERE`."""

    @property
    def name(self) -> str:
        return f"card-{self.card}"


class HandsForm(forms.Form):
    """A pocket, or none, for each card of the game."""

    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None, *, game: DealtGame, layout: Layout | None, version: int
    ) -> None:
        super().__init__(data, initial={"seen_version": version})
        self.choices = tuple(_choices(game))
        self._deck = frozenset(game.deck)
        self._pocket_values = {choice.value for choice in self.choices}
        self._stored = _pockets_of(layout) if layout else {}

    @property
    def rows(self) -> list[list[CardField]]:
        """Rows of the diagram, pack by pack, each card with the submitted pocket, or with the stored one."""
        rows = (row for pack in PACKS for _place, row in deck_rows(self._deck, pack))
        return [[CardField(card, self._pocket_of(card)) for card in row] for row in rows]

    @property
    def pockets(self) -> list[set[Card]]:
        """Cards of each pocket: the hands in playing order, then the piles. The form must be valid."""
        pockets: list[set[Card]] = [set() for _ in self.choices]
        for field in (field for row in self.rows for field in row):
            if field.pocket != NOWHERE:
                pockets[int(field.pocket)].add(field.card)
        return pockets

    def _pocket_of(self, card: Card) -> str:
        if not self.is_bound:
            return self._stored.get(card, NOWHERE)
        value = str(self.data.get(f"card-{card}", NOWHERE))
        return value if value in self._pocket_values else NOWHERE


def _choices(game: DealtGame) -> Iterator[PocketChoice]:
    """Yield the pockets of a game in the order of the sheets."""
    for seat in list_seats_in_sheet_order(game.player_count):
        yield PocketChoice(str(seat), seat, game.hand_sizes[seat])
    for place, (name, size) in enumerate(zip(game.pile_names, game.pile_sizes, strict=True)):
        yield PocketChoice(str(game.player_count + place), name, size)


def _pockets_of(layout: Layout) -> dict[Card, str]:
    """Return the pocket of each card of a stored deal."""
    numbered_pockets = enumerate((*layout.hands, *layout.piles))
    return {card: str(pocket) for pocket, cards in numbered_pockets for card in cards}


@never_cache
@require_http_methods(["GET", "POST"])
def record_hands_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the cards of the game with their pockets, and store them. The page is secret."""
    tournament = find_dealt_tournament(request, slug, Right.SEE_DEALS)
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
    board_and_version = read_board(session=session, number=number, seen_by=signed_in_user(request))
    layout, version = (board_and_version[0].layout, board_and_version[1]) if board_and_version else (None, 0)
    form = HandsForm(posted_data(request), game=game, layout=layout, version=version)
    if request.method == "POST" and form.is_valid() and _store(request, session, number, form):
        unrecorded_boards = (board for board, is_whole in boards.items() if board > number and not is_whole)
        next_board = next(unrecorded_boards, None)
        if next_board is None:
            return redirect("organiser-deals", tournament.slug)
        return redirect("organiser-hands-record", tournament.slug, next_board)
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
    """Store the hands. Return False after a refusal, with an error for each pocket; the input stays."""
    try:
        record_hands(
            session=session,
            board=number,
            pockets=form.pockets,
            seen_version=form.cleaned_data["seen_version"],
            recorded_by=signed_in_user(request),
        )
    except AppError as error:
        for name, sentence in error.fields.items():
            pocket = next(choice.pocket for choice in form.choices if choice.value == name)
            values = {"pocket": pocket_name(pocket), "fault": sentence}
            form.add_error(None, _("%(pocket)s : %(fault)s") % values)
        if not error.fields:
            form.add_error(None, str(error.message))
        if "version" in error.extra:
            # the next submission confirms that the other version was seen
            form.data = {**form.data.dict(), "seen_version": error.extra["version"]}  # type: ignore[attr-defined]
        return False
    add_success_message(request, _("Les mains de l’étui %(number)d sont relevées.") % {"number": number})
    return True
