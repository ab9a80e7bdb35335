"""The hands of one étui as they are written down: for each card, its pocket."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from games.core.cards import Card
from games.core.layouts import Layout
from games.core.seats import SEAT_LETTERS
from tournaments.core.sorting import PACK_ROWS

DOG_POCKET = len(SEAT_LETTERS)
"""The pocket of the dog, after those of the seats in playing order."""
NOWHERE = ""


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
    """A pocket for each of the 78 cards, or none; a card can only be in one."""

    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None, *, layout: Layout | None, version: int) -> None:
        super().__init__(data, initial={"seen_version": version})
        self._stored = _pockets_of(layout) if layout else {}

    @property
    def rows(self) -> list[list[CardField]]:
        """The rows of a diagram, each card with what was typed, or else what is stored."""
        return [[CardField(card, self._chosen(card)) for card in row] for row in PACK_ROWS]

    @property
    def pockets(self) -> list[set[Card]]:
        """The cards chosen for each pocket: N, W, S, E, the dog; once the form is valid."""
        found: list[set[Card]] = [set() for _ in range(DOG_POCKET + 1)]
        for field in (field for row in self.rows for field in row):
            if field.pocket != NOWHERE:
                found[int(field.pocket)].add(field.card)
        return found

    def _chosen(self, card: Card) -> str:
        if not self.is_bound:
            return self._stored.get(card, NOWHERE)
        typed = str(self.data.get(f"card-{card}", NOWHERE))
        return typed if typed in _KNOWN else NOWHERE


_KNOWN = frozenset(map(str, range(DOG_POCKET + 1)))


def _pockets_of(layout: Layout) -> dict[Card, str]:
    """The pocket of each card that a deal holds already."""
    pockets = {card: str(seat) for seat, hand in enumerate(layout.hands) for card in hand}
    dog = layout.piles[0] if layout.piles else ()
    return pockets | {card: str(DOG_POCKET) for card in dog}
