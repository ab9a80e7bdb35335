"""What the adviser proposes for an expected number of people, and what becomes of it when fewer come."""

from dataclasses import dataclass

from tournaments.core.formats.adviser import FEWEST_PLAYERS, advise
from tournaments.core.formats.proposals import Advice, Needs, Proposal
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.remarks import Remark
from tournaments.movements.services.movement_choices import has_shape_of, proposal_choice

MOST_SHOWN = 3


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
