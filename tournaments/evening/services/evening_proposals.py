"""Kinds of evenings in plain words, and the adviser's proposals for one."""

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
"""Largest number of proposals for an evening."""


@dataclass(frozen=True, slots=True)
class EveningKind:
    """One kind of evening: a format in the words of players."""

    format: TournamentFormat

    @property
    def code(self) -> str:
        """Code of the format."""
        return self.format.code

    @property
    def name(self) -> Promise:
        return FORMAT_WORDS[self.code].evening

    @property
    def explained(self) -> Promise:
        return FORMAT_WORDS[self.code].explained

    @property
    def is_for_any_game(self) -> bool:
        """True if the organiser also chooses the game."""
        return self.format.plan.is_for_any_game


KINDS = {code: EveningKind(row) for code, row in FORMATS.items()}
"""Kind of evening by code of the format."""
USUAL_KINDS = tuple(kind for kind in KINDS.values() if kind.format.is_usual)
"""Kinds of evening that most clubs play."""
OTHER_KINDS = tuple(kind for kind in KINDS.values() if not kind.format.is_usual)


@dataclass(frozen=True, slots=True)
class EveningProposal:
    """One proposal, and the name of its movement in forms."""

    proposal: Proposal
    choice: str


@dataclass(frozen=True, slots=True)
class EveningAdvice:
    """Proposals for an evening, best first, or the reason for their absence."""

    proposals: tuple[EveningProposal, ...]
    reason: Remark | None
    if_fewer: Proposal | None
    """Best proposal for the fewest people expected.

    None if this number is the same as the largest, or if there is no proposal.
    """


def propose_evening(
    tournament_format: TournamentFormat, *, fewest: int, most: int, minutes: int, board_limit: int | None
) -> EveningAdvice:
    """Return proposals that seat all players if the largest expected number comes.

    Args:
        fewest, most: people expected, members of teams counted one by one.
        board_limit: number of boards at hand; None for enough.
    """
    advice = _advise(tournament_format, most, minutes, board_limit)
    proposals = _of_format(advice, tournament_format)
    smaller_proposals: list[Proposal] = []
    if FEWEST_PLAYERS <= fewest < most:
        smaller_proposals = _of_format(
            _advise(tournament_format, fewest, minutes, board_limit), tournament_format
        )
    best_proposals = tuple(
        EveningProposal(proposal, proposal_choice(proposal)) for proposal in proposals[:MOST_SHOWN]
    )
    return EveningAdvice(best_proposals, advice.reason, smaller_proposals[0] if smaller_proposals else None)


def usual_people(tournament_format: TournamentFormat) -> list[int]:
    """Return the numbers of people of the format's usual evenings, fewest first.

    Members of teams are counted one by one.
    """
    unit_size = tournament_format.plan.unit_sizes[0] if tournament_format.has_teams else 1
    tables = tournament_format.table_counts
    return [unit_size * tournament_format.units_per_table * count for count in tables]


def _advise(
    tournament_format: TournamentFormat, people: int, minutes: int, board_limit: int | None
) -> Advice:
    needs = Needs(formats=(tournament_format,), most_boards=board_limit)
    return advise(people, minutes, needs=needs)


def _of_format(advice: Advice, tournament_format: TournamentFormat) -> list[Proposal]:
    """Return the proposals whose tables fit the format, in their order."""
    return [proposal for proposal in advice.proposals if has_shape_of(proposal, tournament_format)]
