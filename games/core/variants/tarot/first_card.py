"""Announcements of a player before their first card: a handful, misères, codes between partners."""

from dataclasses import dataclass, replace

from games.core.actions import Action, Announce, ShowHandful
from games.core.announcements import (
    CODES,
    check_code,
    check_handful,
    check_misere,
    offered_codes,
    offered_handfuls,
    offered_miseres,
)
from games.core.discards import must_be_shown
from games.core.errors import IllegalAction, quote_value
from games.core.outcome import Handful
from games.core.tarot_rules import NO_CODES
from games.core.tricks import card_set, cards_in
from games.core.variants.tarot.preparation import Preparation


@dataclass(frozen=True, slots=True)
class Announced:
    """Announcements so far with their seats, in order."""

    handfuls: tuple[tuple[int, Handful], ...] = ()
    miseres: tuple[tuple[int, str], ...] = ()
    codes: tuple[tuple[int, str], ...] = ()

    def miseres_of(self, seat: int) -> tuple[str, ...]:
        """Return the names of the misères of one seat."""
        return tuple(name for holder, name in self.miseres if holder == seat)

    def codes_of(self, seat: int) -> tuple[str, ...]:
        """Return the coded announcements of one seat."""
        return tuple(name for holder, name in self.codes if holder == seat)

    def has_shown(self, seat: int) -> bool:
        """Return whether a seat has shown a handful."""
        return any(holder == seat for holder, _ in self.handfuls)


def offers(preparation: Preparation, announced: Announced, seat: int, hand: int) -> tuple[Action, ...]:
    """Return the announcements open to a seat before its first card."""
    rules, row = preparation.setting.rules, preparation.setting.row
    actions: tuple[Action, ...] = ()
    sizes = rules.handful_sizes(row)
    if sizes is not None and not announced.has_shown(seat):
        actions = offered_handfuls(_showable(preparation, seat, hand), sizes)
    if rules.misere_points:
        actions += offered_miseres(hand, announced.miseres_of(seat))
    if rules.codes != NO_CODES:
        actions += offered_codes(announced.codes_of(seat))
    return actions


def announce(
    preparation: Preparation, announced: Announced, seat: int, hand: int, action: ShowHandful | Announce
) -> Announced:
    """Return the announcements with this action added.

    Raises:
        IllegalAction: `handful_not_allowed`, `handful_shown_already`, `misere_not_allowed`,
            `code_not_allowed`, or an error of `check_handful`, `check_misere` or `check_code`.
    """
    rules = preparation.setting.rules
    if isinstance(action, Announce) and action.name in CODES:
        if rules.codes == NO_CODES:
            message = f"announcement {action.name}, and these rules know no coded announcement"
            raise IllegalAction("code_not_allowed", message, field="name", name=action.name)
        check_code(action.name, announced.codes_of(seat))
        return replace(announced, codes=(*announced.codes, (seat, action.name)))
    if isinstance(action, Announce):
        if not rules.misere_points:
            message = f"announcement {quote_value(action.name)}, and these rules know no misère"
            raise IllegalAction("misere_not_allowed", message, field="name", name=action.name)
        check_misere(action.name, hand, announced.miseres_of(seat))
        return replace(announced, miseres=(*announced.miseres, (seat, action.name)))
    sizes = rules.handful_sizes(preparation.setting.row)
    if sizes is None:
        raise IllegalAction("handful_not_allowed", "these rules know no handful", field="cards")
    if announced.has_shown(seat):
        message = f"seat {seat} has shown a handful already"
        raise IllegalAction("handful_shown_already", message, field="cards", seat=seat)
    level = check_handful(action.cards, _showable(preparation, seat, hand), sizes)
    return replace(announced, handfuls=(*announced.handfuls, (seat, level)))


def _showable(preparation: Preparation, seat: int, hand: int) -> int:
    """Return the hand of a seat and the cards that it discarded in the sight of all."""
    # A trump in the discard was shown to all, so that it may count in a handful.
    aside = preparation.discard if seat == preparation.taker else 0
    if preparation.setting.row.dog_count > 1 and seat == preparation.second:
        aside = preparation.second_discard
    return hand | card_set(card for card in cards_in(aside) if must_be_shown(card))
