"""The bonuses ticked on a slip."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.scoring import check_bonuses, nearest_possible
from games.core.variant import Variant
from tournaments.core.slips.problem import Problem


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Handfuls, Petit at the end and slam, as ticked."""

    handfuls: tuple[Handful, ...] = ()
    petit: PetitAtEnd = PetitAtEnd.NONE
    slam: Slam = Slam.NONE

    def problems(self, variant: Variant) -> list[Problem]:
        """What contradicts itself among them; at most one problem."""
        try:
            check_bonuses(variant, handfuls=self.handfuls, petit=self.petit, slam=self.slam)
        except ImpossibleOutcome as error:
            return [Problem.of_outcome(error)]
        return []

    def are_possible(self, variant: Variant) -> bool:
        """Whether one deal can hold them all."""
        return not self.problems(variant)

    def nearest_scores(self, score: int, bid: Bid, variant: Variant) -> tuple[int, ...]:
        """The score alone when it can be reached with these bonuses, else the reachable ones around it."""
        return nearest_possible(score, bid, variant, handfuls=self.handfuls, petit=self.petit, slam=self.slam)

    def with_one_more(self) -> Iterator[tuple[str, "Bonuses"]]:
        """Each bonus that could have been forgotten, by its name, and these bonuses with it."""
        for handful in Handful:
            yield f"handful_{handful.value}", replace(self, handfuls=(*self.handfuls, handful))
        if self.petit is PetitAtEnd.NONE:
            for petit in (PetitAtEnd.ATTACK, PetitAtEnd.DEFENCE):
                yield f"petit_{petit.value}", replace(self, petit=petit)
        if self.slam is Slam.NONE:
            for slam in (Slam.MADE, Slam.ANNOUNCED_MADE, Slam.ANNOUNCED_FAILED, Slam.DEFENCE):
                yield f"slam_{slam.value}", replace(self, slam=slam)


NO_BONUSES = Bonuses()
