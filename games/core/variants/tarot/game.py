"""Tarot as a game of the registry, built from a row of the table of its variants."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import chain
from math import lcm

from games.core.auction import Auction
from games.core.cards import Card
from games.core.deals import has_bare_petit
from games.core.decks import ONE_PACK, TWO_PACKS
from games.core.errors import IllegalAction, ImpossibleOutcome
from games.core.layouts import Layout
from games.core.outcome import Outcome
from games.core.play import GameVariant, NotPlayed, Points, State, TrickMoment, check_seat
from games.core.rules import Option, RuleSet
from games.core.scoring import score_outcome, share_score
from games.core.scoring.score import share_miseres
from games.core.tarot_rules import TarotRules, tarot_options, tarot_rules
from games.core.tricks import legal_cards
from games.core.variant import Share, Variant
from games.core.variants.tarot.playing import CALL_BARS_LEAD_AT
from games.core.variants.tarot.preparation import prepare
from games.core.variants.tarot.setting import Imposed, Setting, layout_pile_sizes, pile_names
from games.core.variants.tarot.state import TarotState

BARE_PETIT = NotPlayed("bare_petit")
"""Outcome of a deal that ends before the play because of a bare Petit."""


@cache
def _point_parts(row: Variant, rules: TarotRules) -> int:
    """Return the common denominator of all shares, over the possible numbers of attackers."""
    parts = 1
    for count in range(1, min(row.team_count or row.player_count, 2 + row.most_called_holders)):
        taker, *partners = (seat for seat in range(row.player_count) if row.team_of(seat) < count)
        shares = share_score(1, row, taker=taker, partners=tuple(partners), rules=rules)
        miseres = (
            share_miseres((taker,), (taker, *partners), row, made=is_made, rules=rules)
            for is_made in (True, False)
        )
        parts = lcm(parts, *(Fraction(share).denominator for share in chain(shares, *miseres)))
    return parts


class Tarot(GameVariant):
    """One variant of Tarot, as its row describes it."""

    def __init__(self, row: Variant) -> None:
        """Derive the game from a row alone. A new row makes a new game."""
        self.row = row
        self.name, self.player_count = row.name, row.player_count
        self.deck: tuple[Card, ...] = ONE_PACK if row.pack_count == 1 else TWO_PACKS
        self.pile_names = pile_names(row)
        self.options: tuple[Option, ...] = tarot_options(row)

    def hand_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return (self.row.hand_size,) * self.player_count

    def pile_sizes(self, rules: RuleSet) -> tuple[int, ...]:
        return layout_pile_sizes(self.row)

    @property
    def score_sums(self) -> Sequence[int]:
        """Possible sums of the scores: 0, or near 0 where equal shares of attackers are rounded."""
        if self.row.share not in (Share.EQUAL, Share.TEAMS):
            return super().score_sums
        return range(1 - self.player_count, self.player_count)

    def point_parts(self, rules: RuleSet) -> int:
        """Return the common denominator of the attackers' shares and of the misères."""
        return _point_parts(self.row, tarot_rules(self.row, rules))

    def unit_of(self, scores: Sequence[Points], rules: RuleSet) -> int | None:
        """Return the attack's score per defender that explains the scores of the seats, None if not unique.

        Each defender has the opposite of this score. The taker has the rest, which at five players the called
        partner shares. Rules with misères or with equal, rounded shares allow other scores, and scores of 0
        name no taker: the result is then None.

        Raises:
            ImpossibleOutcome: `scores_shape`, for scores that no taker shares out like that.
        """
        agreed_rules = tarot_rules(self.row, rules)
        if (
            agreed_rules.misere_points
            or agreed_rules.share(self.row) in (Share.EQUAL, Share.TEAMS)
            or not any(scores)
        ):
            return None
        units = [int(unit) for unit in {-score for score in scores} if self._is_shared(unit, scores)]
        if not units:
            raise ImpossibleOutcome("scores_shape", f"no taker shares {list(scores)}", field="scores")
        return max(units, key=abs)

    def _is_shared(self, unit: Points, scores: Sequence[Points]) -> bool:
        """Return whether some taker, alone or with a partner, shares a score of `unit` into these scores."""
        seats = range(self.player_count)
        partner_choices = [(), *((seat,) for seat in seats if self.row.share is Share.TWO_THIRDS)]
        return any(
            share_score(int(unit), self.row, taker=taker, partners=partners) == tuple(scores)
            for taker in seats
            for partners in partner_choices
            if taker not in partners
        )

    def start(
        self,
        layout: Layout,
        *,
        dealer: int = 0,
        rules: RuleSet | None = None,
        imposed: Imposed | None = None,
    ) -> TarotState:
        """Return the state after the deal: the auction, or the next phase when the contract is imposed.

        A deal with a bare Petit is over at once, unless the rules let it be played.

        Raises:
            InvalidDeal, InvalidSeat, InvalidRules: as `check_start`.
            IllegalAction: `bid_not_on_ladder`, for an imposed bid.

        Source:
            Federation rules of 2012, page 4 (petit sec) and page 15 (imposed contracts).
        """
        agreed_rules = rules or RuleSet()
        self.check_start(layout, dealer, agreed_rules)
        setting = Setting(
            self.row, tarot_rules(self.row, agreed_rules), agreed_rules, layout, dealer, imposed
        )
        if setting.rules.redeals_bare_petit and any(map(has_bare_petit, layout.hands)):
            return TarotState(self, setting, BARE_PETIT)
        if imposed is not None:
            self._check_imposed(imposed, setting)
            return TarotState(self, setting, prepare(setting, imposed.taker, imposed.bid, None))
        queue = tuple((setting.first_hand + place) % self.player_count for place in range(self.player_count))
        rules_read = setting.rules
        auction = Auction(
            rules_read.ladder(self.row),
            queue,
            rules_read.parole,
            rules_read.pousse,
            rules_read.parole_for_prise,
            has_slam_bid=rules_read.slam_bid,
        )
        return TarotState(self, setting, auction)

    def playable_cards(self, moment: TrickMoment) -> tuple[Card, ...]:
        is_call_barring = moment.is_first and self.player_count == CALL_BARS_LEAD_AT
        return legal_cards(moment.hand, moment.trick, barred_by=moment.called if is_call_barring else ())

    def _check_imposed(self, imposed: Imposed, setting: Setting) -> None:
        check_seat(imposed.taker, self.player_count, field="taker")
        ladder = setting.rules.ladder(self.row)
        if imposed.bid not in ladder:
            names = ", ".join(ladder)
            message = f"bid {imposed.bid} not in {names}"
            raise IllegalAction("bid_not_on_ladder", message, field="bid", name=str(imposed.bid))


def attack_score(state: State) -> int | None:
    """Return the attack's score per defender in a finished deal of Tarot; None for any other state."""
    outcome = state.outcome() if state.is_over else None
    if not isinstance(outcome, Outcome) or not isinstance(state.variant, Tarot):
        return None
    row = state.variant.row
    return score_outcome(outcome, row, tarot_rules(row, state.rules))
