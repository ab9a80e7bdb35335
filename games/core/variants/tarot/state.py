"""State of a deal of Tarot, in any of its forms."""

from games.core.actions import Action, format_action
from games.core.announcements import SLAM
from games.core.auction import Auction
from games.core.cards import Card
from games.core.errors import IllegalAction
from games.core.layouts import Layout
from games.core.outcome import Outcome
from games.core.play import GameVariant, NotPlayed, PlayedTrick, Points, SeatAction, State, View, check_seat
from games.core.rules import RuleSet
from games.core.scoring import score_seats
from games.core.tricks import cards_in
from games.core.variants.tarot.playing import Playing, start_play
from games.core.variants.tarot.preparation import Preparation, Task, prepare
from games.core.variants.tarot.results import played_outcome
from games.core.variants.tarot.setting import Setting
from games.core.variants.tarot.views import Phase, all_piles, exposed_piles, own_hands, seen_steps

PASSED = NotPlayed("passed")


class TarotState(State):
    """State of a deal: the setting, the current phase, and the history."""

    __slots__ = ("_phase", "_prepared", "_setting", "_steps", "_variant")

    def __init__(
        self,
        variant: GameVariant,
        setting: Setting,
        phase: Phase,
        steps: tuple[SeatAction, ...] = (),
        prepared: int = 0,
    ) -> None:
        """Only `Tarot.start` and `apply` call it.

        Args:
            prepared: number of steps before the play; all of them until it begins.
        """
        self._variant, self._setting, self._phase = variant, setting, phase
        self._steps, self._prepared = steps, prepared

    @property
    def variant(self) -> GameVariant:
        return self._variant

    @property
    def rules(self) -> RuleSet:
        return self._setting.rule_set

    @property
    def layout(self) -> Layout:
        return self._setting.layout

    @property
    def dealer(self) -> int:
        return self._setting.dealer

    @property
    def steps(self) -> tuple[SeatAction, ...]:
        return self._steps

    @property
    def phase(self) -> Phase:
        """The auction, the preparation, the play, or the reason why there is none."""
        return self._phase

    @property
    def to_act(self) -> int | None:
        phase = self._phase
        return None if isinstance(phase, NotPlayed) else phase.to_act

    def legal_actions(self) -> tuple[Action, ...]:
        phase = self._phase
        return () if isinstance(phase, NotPlayed) else phase.legal_actions()

    def apply(self, action: Action) -> "TarotState":
        """Return the state after an action of the seat to act.

        Raises:
            IllegalAction: `deal_over`, `action_not_now`, or an error of the phase: see `Auction.apply`,
                `Preparation.apply` and `Playing.apply`.
        """
        phase, seat = self._phase, self.to_act
        if seat is None or isinstance(phase, NotPlayed):
            raise IllegalAction("deal_over", f"{format_action(action)} after the end of the deal")
        steps, prepared = (*self._steps, SeatAction(seat, action)), self._prepared
        next_phase: Phase = phase.apply(action)
        # No phase follows the play. Robots apply many plays, so the search for one is skipped.
        if not isinstance(phase, Playing):
            next_phase, prepared = self._next_phase(next_phase), len(steps)
        return TarotState(self._variant, self._setting, next_phase, steps, prepared)

    def _next_phase(self, phase: Phase) -> Phase:
        """Return the phase itself, or the next one when it is finished."""
        if isinstance(phase, Auction) and phase.to_act is None:
            if phase.taker is None or phase.bid is None:
                return PASSED
            announced = SLAM if phase.is_slam_asked else ""
            preparation = prepare(self._setting, phase.taker, phase.bid, phase.runner_up, announced)
            return self._next_phase(preparation)
        if isinstance(phase, Preparation) and phase.task is Task.PLAY:
            return start_play(phase)
        return phase

    def outcome(self) -> Outcome | NotPlayed:
        phase = self._phase
        if isinstance(phase, NotPlayed):
            return phase
        if not isinstance(phase, Playing) or phase.to_act is not None:
            raise IllegalAction("deal_not_over", "the deal is not over")
        return played_outcome(phase)

    def scores(self) -> tuple[Points, ...]:
        outcome = self.outcome()
        if isinstance(outcome, NotPlayed):
            return (0,) * self._setting.row.player_count
        return score_seats(outcome, self._setting.row, self._setting.rules)

    def tricks(self) -> tuple[PlayedTrick, ...]:
        phase = self._phase
        return tuple(map(PlayedTrick._make, phase.tricks)) if isinstance(phase, Playing) else ()

    def view(self, seat: int) -> View:
        check_seat(seat, self._setting.row.player_count)
        hands, imposed = own_hands(self._setting, self._phase), self._setting.imposed
        return View(
            game=self._variant.name,
            rules=self.rules,
            seat=seat,
            dealer=self.dealer,
            to_act=self.to_act,
            hand=frozenset(cards_in(hands[seat])),
            hand_counts=tuple(hand.bit_count() for hand in hands[: self._setting.row.player_count]),
            exposed=exposed_piles(self._setting, self._phase),
            steps=seen_steps(seat, self._steps, self._prepared, self._setting, is_over=self.to_act is None),
            legal=self.legal_actions() if seat == self.to_act else (),
            contract=None if imposed is None else (imposed.taker, imposed.bid),
        )

    def piles(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(all_piles(self._setting, self._phase))
