"""Codes of movements in forms: the text of each choice, and the movements that it stands for."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError
from tournaments.core.errors import NoSuchMovement
from tournaments.core.formats.proposals import Proposal
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.catalogue import find_by_code, list_shapes
from tournaments.core.movements.movement import Movement
from tournaments.models import Club, Section, StoredMovement
from tournaments.models.events import MOST_SECTIONS
from tournaments.movements.queries.movements import movement_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.movements.words.movement_sentences import SOURCE_NAMES

STORED = "club"
"""Prefix of the code of a movement that the club keeps: club-<id>-<boards per set>."""
COLOURS = "+"
"""Separator between the sections of one choice."""
USUAL_DEALS = range(20, 31)
"""Usual numbers of deals of a player in an evening.

A shape with another number of boards than the recommended one is listed only within this range.
"""
MOST_BOARDS = 12
"""Largest number of boards of a set in a form."""


@dataclass(frozen=True, slots=True)
class ChosenMovement:
    """One movement of a choice."""

    code: str
    movement: Movement
    boards_per_set: int
    source: str
    """Construction of the catalogue; "" for a movement of the club."""
    stored: StoredMovement | None

    @property
    def plan(self) -> SectionPlan:
        """Plan of a section with this movement."""
        return SectionPlan(
            table_count=self.movement.table_count,
            round_count=self.movement.round_count,
            boards_per_set=self.boards_per_set,
            player_count=self.movement.player_count,
            copies=self.movement.copies,
            source=self.source,
            stored=self.stored,
        )


@dataclass(frozen=True, slots=True)
class UsualShape:
    """One evening of the usual list."""

    code: str
    table_count: int
    player_count: int
    """Number of players, or of teams in team events."""
    boards_per_set: int
    deals_per_player: int

    @property
    def board_count(self) -> int:
        """Number of boards of the movement, which is built for this figure alone."""
        return find_by_code(self.code).movement.set_count * self.boards_per_set


def read_choice(club: Club, choice: str) -> list[ChosenMovement]:
    """Return the movements of a choice, one for each section.

    Raises:
        AppError: `no_such_shape`: a movement does not exist.
    """
    codes = choice.split(COLOURS)
    try:
        # the length is limited before the numbers are parsed
        if len(codes) > MOST_SECTIONS or len(choice) > MOST_SECTIONS * 60:
            raise ValueError
        return [_find_choice(club, code) for code in codes]
    except (NoSuchMovement, StoredMovement.DoesNotExist, ValueError, OverflowError) as error:
        message = _("Cette forme n’existe pas : choisissez-en une de la liste.")
        raise AppError("no_such_shape", message, fields={"shape": message}) from error


def proposal_choice(proposal: Proposal) -> str:
    """Return the code of a proposal of the adviser."""
    requests = [(section.source, section.request) for section in proposal.sections]
    return COLOURS.join(
        f"{source}-{request.table_count}-{request.round_count}-{request.player_count}-{request.boards_per_set}"
        for source, request in requests
    )


def catalogue_choices(format_code: str, player_count: int) -> list[tuple[str, str]]:
    """Return (code, words) of every shape of the catalogue for a number of players, with all its rounds."""
    choices: dict[str, str] = {}
    for shape in list_shapes(format_code, player_count):
        boards = shape.boards_per_set[0]
        figures = (shape.table_count, shape.most_rounds, shape.player_count, boards)
        code = "-".join((shape.source, *map(str, figures)))
        choices.setdefault(code, _words(shape.table_count, shape.most_rounds, boards, shape.source))
    return list(choices.items())


def usual_shapes(tournament_format: TournamentFormat) -> list[UsualShape]:
    """Return the evenings for the usual numbers of tables.

    Each uses the first movement of the catalogue with all its rounds.
    """
    usual: list[UsualShape] = []
    for tables in tournament_format.table_counts:
        players = tables * tournament_format.units_per_table
        shapes = list_shapes(tournament_format.movement_format, players)
        shape = next(row for row in shapes if row.table_count == tables)
        recommended = shape.boards_per_set[0]
        for boards in shape.boards_per_set:
            deals = shape.most_rounds * boards
            if boards == recommended or deals in USUAL_DEALS:
                code = "-".join((shape.source, *map(str, (tables, shape.most_rounds, players, boards))))
                usual.append(UsualShape(code, tables, players, boards, deals))
    return usual


def has_shape_of(proposal: Proposal, tournament_format: TournamentFormat) -> bool:
    """Return whether the format plays at the tables of a proposal."""
    codes = proposal_choice(proposal).split(COLOURS)
    return all(find_by_code(code).movement.shape.code in tournament_format.shapes for code in codes)


def choice_words(choice: ChosenMovement) -> str:
    """Return the name of a movement in a list: the club's name for it, or its size."""
    if choice.stored is not None:
        return choice.stored.name
    movement = choice.movement
    return _words(movement.table_count, movement.round_count, choice.boards_per_set, choice.source)


def stored_choice(stored_movement: StoredMovement) -> str:
    """Return the code of a movement that the club keeps, with its usual number of boards."""
    return f"{STORED}-{stored_movement.pk}-{stored_movement.boards_per_set}"


def section_choice(section: Section) -> str:
    """Return the code of the movement of a section.

    It is the catalogue's code, or the club's if the catalogue no longer has the movement.
    """
    movement = section.movement
    figures = (movement.table_count, section.round_count, section.player_count, section.boards_per_set)
    code = "-".join((movement.source, *map(str, figures)))
    try:
        find_by_code(code)
    except NoSuchMovement:
        return f"{STORED}-{movement.pk}-{section.boards_per_set}"
    return code


def _find_choice(club: Club, code: str) -> ChosenMovement:
    if code.startswith(f"{STORED}-"):
        _word, pk, boards = code.split("-")
        stored_movement = club.movements.get(pk=int(pk))
        # the caller treats a ValueError like an unknown movement
        if not 1 <= int(boards) <= MOST_BOARDS:
            raise ValueError
        return ChosenMovement(code, movement_of(stored_movement), int(boards), "", stored_movement)
    catalogue_movement = find_by_code(code)
    if not catalogue_movement.boards_per_set <= MOST_BOARDS:
        raise ValueError
    return ChosenMovement(
        code, catalogue_movement.movement, catalogue_movement.boards_per_set, catalogue_movement.source, None
    )


def _words(tables: int, rounds: int, boards: int, source: str) -> str:
    text = ngettext(
        "%(tables)d tables, %(rounds)d position de %(boards)d donnes – %(source)s",
        "%(tables)d tables, %(rounds)d positions de %(boards)d donnes – %(source)s",
        rounds,
    )
    return text % {"tables": tables, "rounds": rounds, "boards": boards, "source": SOURCE_NAMES[source]}
