"""An evening in plain words, for somebody who knows no format: its kinds, what the adviser proposes."""

from dataclasses import dataclass

from django.utils.functional import Promise

from tournaments.base.words.format_words import FORMAT_WORDS
from tournaments.core.formats.adviser import FEWEST_PLAYERS, advise
from tournaments.core.formats.proposals import Advice, Needs, Proposal
from tournaments.core.formats.registry import FORMATS
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.remarks import Remark
from tournaments.movements.services.movement_choices import has_shape_of, proposal_choice

MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class EveningKind:
    """One kind of evening: a format in the words of whoever plays it."""

    format: TournamentFormat

    @property
    def code(self) -> str:
        """That of the format."""
        return self.format.code

    @property
    def name(self) -> Promise:
        return FORMAT_WORDS[self.code].evening

    @property
    def explained(self) -> Promise:
        return FORMAT_WORDS[self.code].explained

    @property
    def is_for_any_game(self) -> bool:
        """The organiser chooses the game, too."""
        return self.format.plan.is_for_any_game


KINDS = {code: EveningKind(row) for code, row in FORMATS.items()}
USUAL_KINDS = tuple(kind for kind in KINDS.values() if kind.format.is_usual)
"""What most clubs play."""
OTHER_KINDS = tuple(kind for kind in KINDS.values() if not kind.format.is_usual)


@dataclass(frozen=True, slots=True)
class EveningProposal:
    """One proposal with the name that forms give its movement."""

    proposal: Proposal
    choice: str


@dataclass(frozen=True, slots=True)
class EveningAdvice:
    """The proposals for an evening, best first; why there are none."""

    proposals: tuple[EveningProposal, ...]
    reason: Remark | None
    if_fewer: Proposal | None
    """The best for the fewest people expected; None where as many are expected or nothing is proposed."""


def propose_evening(
    tournament_format: TournamentFormat, *, fewest: int, most: int, minutes: int, board_limit: int | None
) -> EveningAdvice:
    """Proposals that seat everybody when the most people expected come.

    Args:
        fewest, most: people expected, members of teams counted one by one.
        board_limit: étuis at hand; None for enough.
    """
    advice = _ask(tournament_format, most, minutes, board_limit)
    found = _of_format(advice, tournament_format)
    fewer: list[Proposal] = []
    if FEWEST_PLAYERS <= fewest < most:
        fewer = _of_format(_ask(tournament_format, fewest, minutes, board_limit), tournament_format)
    shown = tuple(EveningProposal(each, proposal_choice(each)) for each in found[:MOST_SHOWN])
    return EveningAdvice(shown, advice.reason, fewer[0] if fewer else None)


def usual_people(tournament_format: TournamentFormat) -> list[int]:
    """People of the format's usual evenings, members of teams counted one by one, fewest first."""
    each = tournament_format.plan.unit_sizes[0] if tournament_format.has_teams else 1
    tables = tournament_format.table_counts
    return [each * tournament_format.units_per_table * count for count in tables]


def _ask(tournament_format: TournamentFormat, people: int, minutes: int, board_limit: int | None) -> Advice:
    needs = Needs(formats=(tournament_format,), most_boards=board_limit)
    return advise(people, minutes, needs=needs)


def _of_format(advice: Advice, tournament_format: TournamentFormat) -> list[Proposal]:
    """Those whose tables the format plays at, in their order."""
    return [each for each in advice.proposals if has_shape_of(each, tournament_format)]
