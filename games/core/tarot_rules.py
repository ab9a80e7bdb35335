"""Options of each row of Tarot, and the values that a rule-set gives them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.core.outcome import Bid, Handful
from games.core.rules import Option, RuleSet, option_values
from games.core.variant import Form, Share, Variant

FLAT_POINTS = {Bid.PRISE: 10, Bid.POUSSE: 20, Bid.GARDE: 40, Bid.GARDE_SANS: 80, Bid.GARDE_CONTRE: 160}
"""Value of each contract on the ladder with a pousse, which has no multipliers (document 001)."""
NO_MULTIPLIER = 1
NO_CODES, CODES_FOR_ALL, CODES_FOR_PARTNERS = "none", "all", "partners"
"""Values of the option *codes*: no coded announcements, or the players who understand them."""
LOWEST_AFTER_PAROLE = "prise"
"""Value of the option *parole* that allows only the lowest contract after a wait."""


@dataclass(frozen=True, slots=True)
class TarotRules:
    """The rules of Tarot as values, read from a rule-set. The defaults are the federation's."""

    pousse: bool = False
    """True for the ladder with a pousse: raises after an overbid and flat contracts, no multipliers."""
    parole: bool = False
    """True if a player may wait for a second round of bids."""
    parole_for_prise: bool = False
    """True if a player who waited may then bid the lowest contract only."""
    kings_in_discard: bool = False
    """True if a king may be discarded, shown to all."""
    redeals_bare_petit: bool = True
    misere_points: int = 0
    """Value of a misère for its player; 0 where there are no misères."""
    petit_slam: bool = False
    """True if the taker may announce all the tricks but one."""
    mouche: bool = False
    """True if there is a pot (see `games.core.scoring.mouche`)."""
    traditional_handfuls: bool = False
    handfuls_at_two: bool = False
    equal_shares: bool = False
    """True if taker and partner share equally at five players, instead of two thirds and one third."""
    calls_after_dog: bool = False
    slam_bid: bool = False
    """True if a slam may be asked in the auction, as a garde contre with a slam."""
    codes: str = NO_CODES
    """Players who understand the coded announcements between partners, if they are made."""
    dogless_bids: bool = False
    """True if Garde sans and Garde contre stay on the ladder, as multipliers, in games without a dog."""

    def ladder(self, variant: Variant) -> tuple[Bid, ...]:
        """The bids that can be made, from the lowest."""
        bids = tuple(bid for bid in Bid if self.pousse or bid is not Bid.POUSSE)
        if variant.dog_size or self.dogless_bids:
            return bids
        return tuple(bid for bid in bids if bid.takes_dog)

    def multiplier(self, bid: Bid) -> int:
        """The multiplier of the contract and of the Petit."""
        return NO_MULTIPLIER if self.pousse else bid.multiplier

    def handful_sizes(self, variant: Variant) -> tuple[int, int, int] | None:
        """Trumps to show for each level; None where no handful may be shown."""
        if variant.player_count == 2 and not self.handfuls_at_two:
            return None
        return (self.traditional_handfuls and variant.traditional_handful_sizes) or variant.handful_sizes

    def handful_size(self, handful: Handful, variant: Variant) -> int:
        """Trumps to show for one level, whether or not handfuls may be shown."""
        return (self.handful_sizes(variant) or variant.handful_sizes)[tuple(Handful).index(handful)]

    def share(self, variant: Variant) -> Share:
        """The way in which the attackers share."""
        has_halves = self.equal_shares and variant.share is Share.TWO_THIRDS
        return Share.EQUAL if has_halves else variant.share


FFT_TAROT = TarotRules()


def tarot_options(variant: Variant) -> tuple[Option, ...]:
    """The options of one row.

    Source:
        The tables of options in docs/rules/en; the traditional values are those of document 000.
    """
    return tuple(_options(variant))


def _options(variant: Variant) -> Iterator[Option]:
    yield Option("ladder", ("fft", "pousse"))
    yield Option("parole", (False, True, LOWEST_AFTER_PAROLE))
    yield Option("misere", (0, 10, 20, 30, 40))
    yield Option("petit_slam", (False, True), traditional=True)
    yield Option("mouche", (False, True))
    # no bare Petit there: a hand of twelve cards shows little (docs/rules/en/tarot-2.md)
    if variant.form is not Form.TABLE:
        yield Option("petit_sec", ("redeal", "play"))
    if variant.dog_size:
        # the slam asked is a garde contre, which games without a dog do not have
        yield Option("slam_bid", (False, True))
        yield Option("kings_in_discard", ("never", "announced"), traditional="announced")
    else:
        yield Option("dogless_bids", (False, True))
    if variant.traditional_handful_sizes:
        yield Option("handfuls", ("fft", "traditional"), traditional="traditional")
    if variant.player_count == 2:
        yield Option("handfuls_at_two", (False, True))
    if variant.team_count:
        yield Option("codes", (NO_CODES, CODES_FOR_ALL, CODES_FOR_PARTNERS))
    if variant.share is Share.TWO_THIRDS:
        yield Option("shares", ("thirds", "halves"), traditional="halves")
    if variant.call_count and variant.dog_size:
        yield Option("call", ("before_dog", "after_dog"), traditional="after_dog")


@lru_cache(maxsize=256)
def tarot_rules(variant: Variant, rules: RuleSet) -> TarotRules:
    """Return the values of a rule-set for one row."""
    values = option_values(tarot_options(variant), rules)
    misere = values["misere"]
    assert isinstance(misere, int)
    return TarotRules(
        pousse=values["ladder"] == "pousse",
        parole=bool(values["parole"]),
        parole_for_prise=values["parole"] == LOWEST_AFTER_PAROLE,
        kings_in_discard=values.get("kings_in_discard") == "announced",
        redeals_bare_petit=values.get("petit_sec") == "redeal",
        misere_points=misere,
        petit_slam=bool(values["petit_slam"]),
        mouche=bool(values["mouche"]),
        traditional_handfuls=values.get("handfuls") == "traditional",
        handfuls_at_two=bool(values.get("handfuls_at_two", False)),
        equal_shares=values.get("shares") == "halves",
        calls_after_dog=values.get("call") == "after_dog",
        slam_bid=bool(values.get("slam_bid", False)),
        codes=str(values.get("codes", NO_CODES)),
        dogless_bids=bool(values.get("dogless_bids", False)),
    )
