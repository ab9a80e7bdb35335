"""The view of a table for its player, built from what their seat knows and from finished tricks."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.actions import (
    Action,
    Bet,
    CallCard,
    Choose,
    DiscardCard,
    GiveCard,
    Hidden,
    Pass,
    PlayCard,
    PlayWorth,
    ShowHandful,
    format_action,
)
from games.core.cards import CARD_COUNT, EXCUSE, Card, face, suit_of
from games.core.play import PlayedTrick, SeatAction, State
from games.core.variants.cold_poker import ColdPokerState
from games.core.variants.grelin import GrelinState
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.state import TarotState
from games.core.variants.tarot.views import find_dummy_steps, is_code, preparation_of
from play.scene.words.aims import aim_words, count_words, left_words, stock_words
from play.scene.words.contracts import contract_above_table
from play.scene.words.steps import (
    GRELIN_PASS,
    NAMES,
    SUITS_ASKED,
    asked_words,
    button_words,
    discard_words,
    dummy_words,
    handful_words,
    place_names,
    run_of,
    run_words,
    short_words,
    step_words,
)
from play.scene.words.terms import ASKED_TERMS, is_asking_term, list_terms, tell_term, term_button
from play.tables.services.played_tables import Sitting, discards_left
from play.tables.web.felt import (
    AROUND,
    CardChoice,
    Felt,
    LaidCard,
    LaidTrick,
    PileShown,
    PlaceShown,
    lay_open,
    tricks_words,
)

IN_A_ROW = 3
"""Largest number of places in one row on a phone."""
BACKS = ("back", "back-b")
"""Symbols of the backs of the two packs in static/img/deck-suits.svg."""
MOST_MOMENTS = 40
"""Largest number of steps replayed one by one. Earlier steps are skipped."""


NO_MARKS: Mapping[int, str] = MappingProxyType({})
"""Empty default for the marks beside names."""


@dataclass(frozen=True, slots=True)
class ButtonChoice:
    """An action by a button instead of a card of the hand."""

    text: str
    words: str
    card: Card | None = None
    """Card drawn on the button, for a card to call."""
    is_hint: bool = False


@dataclass(frozen=True, slots=True)
class StepShown:
    """One step of the deal: a sentence, and the middle of the table after it."""

    words: str
    trick: LaidTrick
    seat: int
    is_card: bool


@dataclass(frozen=True, slots=True)
class OwnPile:
    """Open cards from which the person plays, such as those of the dummy."""

    name: str
    choices: tuple[CardChoice, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The complete content of a table's page."""

    felt: Felt
    """Table with places from the person's left to their right up to `AROUND` seats, else in playing order."""
    contract: str
    asked: str
    how: str
    """Obligation of the rules for the card to play: "fournissez cœur"."""
    trick_number: int
    own_piles: tuple[OwnPile, ...]
    hand: tuple[CardChoice, ...]
    buttons: tuple[ButtonChoice, ...]
    codes: tuple[ButtonChoice, ...]
    """Coded announcements that the person may make to their partners."""
    discards: int
    """Number of cards of the hand to tick for a discard; 0 outside a discard."""
    steps: tuple[StepShown, ...]
    """Steps since the last view."""
    story: tuple[str, ...]
    """All steps as sentences."""
    is_turn: bool


def show_scene(
    sitting: Sitting,
    *,
    seen: int,
    hints: Collection[Action] = (),
    names: Sequence[str] = (),
    marks: Mapping[int, str] = NO_MARKS,
    absent: Collection[int] = (),
) -> Scene:
    """Build the scene of a table for its person, or for a spectator.

    Args:
        seen: number of steps already shown; later ones are replayed one by one.
        hints: what a robot would do, marked where it can be done.
        names: names by seat, at a table of several people.
        marks: texts beside the names, by seat.
        absent: seats of players whose pages send no requests any more.
    """
    view = sitting.view
    count = len(view.hand_counts)
    names = names or place_names(count)
    turns = _Turns(sitting, names)
    legal = {format_action(action): action for action in view.legal}
    piles = tuple(_piles(sitting, hints, names))
    own_piles = tuple(pile for pile in piles if any(choice.text for choice in pile.choices))
    may_choose_ahead = not sitting.is_turn and any(_is_play(step.action) for step in view.steps)
    hand = tuple(
        _card_ahead(card) if may_choose_ahead else _card_choice(card, view.legal, hints)
        for card in lay_open(view.hand)
    )
    tappable = {choice.text for choice in (*hand, *(choice for pile in own_piles for choice in pile.choices))}
    discards = discards_left(sitting) if sitting.is_turn else 0
    # a player who returns late does not watch a whole deal again
    first_step = max(seen, len(view.steps) - MOST_MOMENTS)
    steps = tuple(
        StepShown(
            words=words,
            trick=turns.trick_after(number + 1),
            seat=view.steps[number].seat,
            is_card=_is_play(view.steps[number].action),
        )
        for number, words in _tell_steps(sitting, names)
        if number >= first_step
    )
    buttons = {text: action for text, action in legal.items() if text not in tappable}
    open_piles = [
        PileShown(pile.name, _cards(pile), in_rows=not turns.has_tricks)
        for pile in piles
        if pile not in own_piles
    ]
    return Scene(
        # during a discard only the first open pile shows: the dog
        felt=_felt(sitting, turns, marks, open_piles[:1] if discards else open_piles),
        contract=_contract(sitting, names),
        asked=_request_words(sitting, discards, names, absent),
        how=_rule_words(sitting, turns) if sitting.is_turn and not discards else "",
        trick_number=min(len(turns.tricks) + 1, _trick_count(sitting, turns)),
        own_piles=own_piles,
        hand=hand,
        buttons=tuple(
            ButtonChoice(
                text,
                _button_words(sitting, action),
                action.card if isinstance(action, CallCard) else None,
                is_hint=action in hints,
            )
            for text, action in buttons.items()
            if not is_code(action)
        ),
        codes=tuple(
            ButtonChoice(text, button_words(action), is_hint=action in hints)
            for text, action in buttons.items()
            if is_code(action)
        ),
        discards=discards,
        steps=steps,
        story=tuple(words for _number, words in _tell_steps(sitting, names, lists_own=True)),
        is_turn=sitting.is_turn,
    )


def _button_words(sitting: Sitting, action: Action) -> str:
    """Return the label of an action's button."""
    if isinstance(action, ShowHandful):
        return handful_words(action, sitting.view.legal)
    terms = list_terms(sitting.state)
    if terms and isinstance(action, Choose):
        return term_button(terms[-1], action.number)
    return button_words(action)


def _tell_steps(
    sitting: Sitting, names: Sequence[str], *, lists_own: bool = False
) -> Iterator[tuple[int, str]]:
    """Yield each step as a sentence, with its index from 0; repetitions (`run_of`) once, at the last.

    Args:
        lists_own: whether the cards of the person's discard are named.
    """
    state, steps, me, terms = sitting.state, sitting.view.steps, sitting.seat, list_terms(sitting.state)
    dummy_numbers = _dummy_steps(state)
    run: list[SeatAction] = []
    for number, step in enumerate(steps):
        # the terms of a deal are its first steps
        if number < len(terms) and isinstance(step.action, Choose):
            yield number, tell_term(step, terms[number], me, names)
        elif isinstance(state, GrelinState) and isinstance(step.action, Pass):
            yield number, str(GRELIN_PASS[step.seat != me]) % {"seat": names[step.seat]}
        elif number in dummy_numbers and isinstance(step.action, PlayCard):
            yield number, dummy_words(step.action)
        elif not run_of(step.action):
            yield number, step_words(step, me, names)
        else:
            run.append(step)
            if not _goes_on(state, steps, number):
                yield number, run_words(run, me, names, lists_own=lists_own)
                run = []


def _goes_on(state: State, steps: Sequence[SeatAction], number: int) -> bool:
    """Return whether the seat of a step repeats its action next; robots may be in the middle of it."""
    seat, action = steps[number]
    word = run_of(action)
    if number + 1 < len(steps):
        following = steps[number + 1]
        return following.seat == seat and run_of(following.action) == word
    return state.to_act == seat and state.legal_actions()[0].word == word


def show_tricks(sitting: Sitting) -> tuple[LaidTrick, ...]:
    """Return every trick so far, including the one under way."""
    turns = _Turns(sitting, place_names(len(sitting.view.hand_counts)))
    under_way = turns.plays[sum(len(trick.cards) for trick in turns.tricks) :]
    ended_tricks = tuple(turns.shown(trick) for trick in turns.tricks)
    return (*ended_tricks, turns.trick_after(len(sitting.view.steps))) if under_way else ended_tricks


def _display_order(me: int | None, count: int) -> list[int]:
    """Return the other seats in order of display; for a spectator all seats, the first one at the end."""
    # play is counter-clockwise, so that the seat before the person's own sits on their left
    order = range(count - 1, 0, -1) if count <= AROUND else range(1, count)
    seats = [((me or 0) + shift) % count for shift in order]
    return seats if me is not None else [*seats, 0]


class _Turns:
    """The cards played, divided into tricks by the game."""

    def __init__(self, sitting: Sitting, names: Sequence[str]) -> None:
        self.me = sitting.seat
        self.names = names
        self.tricks: tuple[PlayedTrick, ...] = sitting.state.tricks()
        self.has_tricks = sitting.state.variant.has_tricks
        self.plays = [
            (number, step.seat, getattr(step.action, "card", None))
            for number, step in enumerate(sitting.view.steps)
            if _is_play(step.action)
        ]
        self.dummy_steps = _dummy_steps(sitting.state)

    def trick_after(self, step_count: int) -> LaidTrick:
        """Return the middle of the table after so many steps: the trick under way, or the one just ended."""
        play_count = sum(number < step_count for number, _seat, _card in self.plays)
        # only Grelin has none
        if not self.has_tricks:
            return LaidTrick(())
        start = 0
        for trick in self.tricks:
            end = start + len(trick.cards)
            if play_count <= end and play_count > start:
                if play_count == end:
                    return self.shown(trick, start)
                break
            start = end
        return LaidTrick(tuple(self._laid(*play) for play in self.plays[start:play_count]))

    def shown(self, trick: PlayedTrick, start: int | None = None) -> LaidTrick:
        """Return a finished trick for the page."""
        if start is None:
            start = sum(len(earlier.cards) for earlier in self.tricks[: self.tricks.index(trick)])
        plays = self.plays[start : start + len(trick.cards)]
        winner = trick.winner
        cards = []
        for place, (number, seat, _card) in enumerate(plays):
            # a dummy counts as one more seat after the players
            is_winner = winner is not None and (trick.leader + place) % len(trick.cards) == winner
            cards.append(self._laid(number, seat, trick.cards[place], is_winner=is_winner))
        return LaidTrick(tuple(cards), _won_words(winner, self.me, self.names))

    def _laid(self, number: int, seat: int, card: Card | None, *, is_winner: bool = False) -> LaidCard:
        if number in self.dummy_steps:
            return LaidCard(_("Le mort"), len(self.names), card, is_winner)
        name = _("Vous") if seat == self.me else self.names[seat]
        return LaidCard(name, (seat - (self.me or 0)) % len(self.names), card, is_winner)


def _dummy_steps(state: State) -> frozenset[int]:
    """Return the places of the steps that played a card of the dummy."""
    return find_dummy_steps(state.steps, state.phase) if isinstance(state, TarotState) else frozenset()


def _cards(pile: OwnPile) -> tuple[Card, ...]:
    return tuple(choice.card for choice in pile.choices)


def _felt(sitting: Sitting, turns: _Turns, marks: Mapping[int, str], piles: Sequence[PileShown]) -> Felt:
    """Build the felt. At a table with a dummy, its cards take the space of the middle."""
    count = len(turns.names)
    is_around = count <= AROUND and not sitting.table.game.endswith("-mort")
    places = _places(sitting, turns, marks, shows_each=is_around)
    ordered_places = tuple(places[seat] for seat in _display_order(sitting.seat, count))
    return Felt(
        title=_("La table"),
        seat_count=count,
        is_open=False,
        is_around=is_around,
        places=ordered_places,
        piles=tuple(piles),
        tricks=(turns.trick_after(len(sitting.view.steps)),),
        # at the end it lies in the middle
        last_trick=turns.shown(turns.tricks[-1]) if turns.tricks and not sitting.state.is_over else None,
        is_large=len(ordered_places) > IN_A_ROW,
    )


def _won_words(winner: int | None, me: int | None, names: Sequence[str]) -> str:
    if winner is None:
        return _("Personne ne prend ce pli.")
    if winner == me:
        return _("Vous prenez le pli.")
    name = names[winner] if winner < len(names) else _("Le mort")
    return _("%(seat)s prend le pli.") % {"seat": name}


def _is_play(action: Action) -> bool:
    if isinstance(action, Hidden):
        return action.kind in (PlayCard.word, PlayWorth.word)
    return isinstance(action, PlayCard | PlayWorth)


def _card_choice(card: Card, legal: Sequence[Action], hints: Collection[Action]) -> CardChoice:
    """Return a card with the single action of tapping it; without action if several are possible."""
    actions = [
        action
        for action in legal
        if isinstance(action, PlayCard | DiscardCard | GiveCard) and action.card == card
    ]
    if len(actions) != 1:
        return CardChoice(card)
    return CardChoice(card, format_action(actions[0]), button_words(actions[0]), is_hint=actions[0] in hints)


def _card_ahead(card: Card) -> CardChoice:
    """Return a card that can be chosen for the person's next turn, whether it will be legal or not."""
    action = PlayCard(card)
    return CardChoice(card, words=button_words(action), ahead=format_action(action))


def _piles(sitting: Sitting, hints: Collection[Action], names: Sequence[str]) -> Iterator[OwnPile]:
    """Yield the open piles that matter for the play at present."""
    view = sitting.view
    has_played = any(_is_play(step.action) for step in view.steps)
    for name, cards in view.exposed:
        word, _sep, number = name.replace("_", " ").partition(" ")
        # the dog matters until the first card is played
        if not cards or word in ("dealt", "hand") or ("dog" in name and has_played):
            continue
        choices = tuple(
            CardChoice(card) if card in view.hand else _card_choice(card, view.legal, hints)
            for card in lay_open(cards)
        )
        yield OwnPile(_pile_name(name, word, number, sitting.seat, names), choices)


def _pile_name(name: str, word: str, number: str, me: int | None, seats: Sequence[str]) -> str:
    if number.isdecimal():
        seat = int(number)
        owner = _("vous") if seat == me else seats[seat]
        if word == "taken":
            return _("Pris par %(seat)s") % {"seat": owner}
        return _("Devant %(seat)s") % {"seat": owner}
    names = {
        "dog": _("Le chien"),
        "second dog": _("Le second chien"),
        "dummy": _("Le mort"),
        "table": _("Sur la table"),
        "turned": _("L’atout à prendre"),
        "cancelled": _("Perdus pour tous"),
    }
    return names.get(name, _("Sur la table"))


def _places(
    sitting: Sitting, turns: _Turns, marks: Mapping[int, str], *, shows_each: bool
) -> list[PlaceShown]:
    """Build the places by seat, each with its last announcement, role or tricks."""
    view = sitting.view
    preparation = preparation_of(sitting.state.phase) if isinstance(sitting.state, TarotState) else None
    called_faces = {face(card) for card in preparation.called} if preparation else set()
    # the partner shows only when the called card is played
    partners = {seat for _n, seat, card in turns.plays if card is not None and face(card) in called_faces}
    known_attackers = {preparation.taker, *partners} if preparation else set()
    attack = {member for seat in known_attackers for member in _team_of(sitting, seat)}
    tricks_won = Counter(trick.winner for trick in turns.tricks)
    is_playing = bool(turns.plays)
    packs: tuple[str, ...] = BACKS if len(sitting.state.variant.deck) > CARD_COUNT else BACKS[:1]
    if isinstance(sitting.state, ColdPokerState):
        # each suit is open, so its cards say more than their number
        packs = ()
    announcements: dict[int, str] = {}
    for seat, action in view.steps:
        if not is_playing:
            if words := short_words(action):
                announcements[seat] = words
        elif isinstance(action, Bet):
            announcements[seat] = _bet_words(tricks_won[seat], action.tricks)
    places = []
    for seat, count in enumerate(view.hand_counts):
        is_taker = preparation is not None and preparation.taker == seat
        if isinstance(sitting.state, ColdPokerState):
            words = left_words(sitting.state, seat)
        elif seat in announcements:
            words = announcements[seat]
        elif is_taker:
            words = _("preneur")
        elif seat in partners:
            words = _("appelé")
        elif view.dealer == seat and not (turns.tricks if turns.has_tricks else turns.plays):
            words = _("donneur")
        elif turns.has_tricks:
            # before the first card "no trick" would read as a bet of none
            words = tricks_words(tricks_won[seat]) if is_playing else ""
        else:
            words = count_words(sitting.state, seat)
        places.append(
            PlaceShown(
                at=(seat - (turns.me or 0)) % len(turns.names),
                name=turns.names[seat],
                letter=turns.names[seat][0].upper(),
                note=" · ".join(filter(None, (*_partner_words(sitting, seat), marks.get(seat, "")))),
                words=words,
                count=count,
                backs=packs[:1] * count if shows_each else packs[:count],
                is_turn=view.to_act == seat,
                is_attack=seat in attack,
            )
        )
    return places


def _partner_words(sitting: Sitting, seat: int) -> tuple[str, ...]:
    """Return that a seat is in the person's fixed team, and its coded announcements; () for other seats."""
    if sitting.seat is None or seat == sitting.seat or seat not in _team_of(sitting, sitting.seat):
        return ()
    steps = sitting.view.steps
    codes = [str(NAMES[step.action.name]) for step in steps if step.seat == seat and is_code(step.action)]
    return (_("équipier"), *codes)


def _team_of(sitting: Sitting, seat: int) -> tuple[int, ...]:
    """Return the seats of a seat's fixed team; the seat alone where there are no teams."""
    variant = sitting.state.variant
    return variant.row.team_members(seat) if isinstance(variant, Tarot) else (seat,)


def _bet_words(won: int, bet: int) -> str:
    """Return the number of tricks won out of those bet, in words."""
    if not won:
        return _("aucun pli sur %(bet)d") % {"bet": bet}
    words = ngettext("%(won)d pli sur %(bet)d", "%(won)d plis sur %(bet)d", won)
    return words % {"won": won, "bet": bet}


def _contract(sitting: Sitting, names: Sequence[str]) -> str:
    """Return the contract in words, else the aim of the game with the person's count.

    At Tarot "" before the contract is known.
    """
    state = sitting.state
    if aim := aim_words(state):
        count = "" if sitting.seat is None or state.is_over else count_words(state, sitting.seat)
        # the count first: a phone may cut the end
        return " · ".join(filter(None, (count, aim, stock_words(state))))
    preparation = preparation_of(state.phase) if isinstance(state, TarotState) else None
    if preparation is None:
        return ""
    contract = contract_above_table(preparation, sitting.seat, names)
    return " · ".join(filter(None, (contract, stock_words(state))))


def _trick_count(sitting: Sitting, turns: _Turns) -> int:
    """Return the number of the last trick, as far as the hands show it."""
    return len(turns.tricks) + max(*sitting.view.hand_counts, 0 if sitting.state.is_over else 1)


def _request_words(sitting: Sitting, discards: int, names: Sequence[str], absent: Collection[int]) -> str:
    """Return the awaited action, or the name of the seat that has to act."""
    view = sitting.view
    if view.to_act is None:
        return _("La donne est finie")
    if not sitting.is_turn:
        if view.to_act in absent:
            return _("On attend %(seat)s, qui ne répond plus") % {"seat": names[view.to_act]}
        return _("%(seat)s réfléchit…") % {"seat": names[view.to_act]}
    if is_asking_term(sitting.state):
        return str(ASKED_TERMS[list_terms(sitting.state)[-1]])
    if isinstance(sitting.state, TarotState) and _plays_dummy(sitting.state):
        return _("À vous de jouer pour le mort")
    return discard_words(discards) if discards else asked_words(view.legal)


def _plays_dummy(state: TarotState) -> bool:
    """Return whether the next card is the dummy's."""
    return isinstance(state.phase, Playing) and state.phase.is_dummy


def _rule_words(sitting: Sitting, turns: _Turns) -> str:
    """Return the obligation of the rules for the person's card; "" where there is none."""
    if any(isinstance(action, ShowHandful) for action in sitting.view.legal):
        return _("la poignée n’est pas obligatoire")
    cards = [action.card for action in sitting.view.legal if isinstance(action, PlayCard)]
    game = sitting.table.game
    if isinstance(sitting.state, ColdPokerState):
        return _("face cachée")
    if not cards or not game.startswith(("tarot", "nullo", "papayou")):
        return ""
    ended_count = sum(len(trick.cards) for trick in turns.tricks)
    trick = [card for _n, _s, card in turns.plays[ended_count:] if card is not None]
    # the Excuse sets no suit: the next card does
    led_card = next((card for card in trick if face(card) != EXCUSE), None)
    if led_card is None:
        return _("entamez") if not trick else ""
    suits = {suit_of(card) for card in cards if face(card) != EXCUSE}
    suit = suit_of(led_card)
    if suit is None:
        return _("jouez atout") if suits == {None} else _("défaussez-vous")
    if suits == {suit}:
        return str(SUITS_ASKED[suit])
    return _("coupez") if suits == {None} else _("défaussez-vous")
