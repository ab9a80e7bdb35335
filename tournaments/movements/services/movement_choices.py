"""Movements as forms name them: one text for what an organiser ticks, and back to what is made of it."""

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
"""Begins the name of a movement that the club keeps: club-<id>-<boards per set>."""
COLOURS = "+"
"""Parts the sections of one choice."""
USUAL_DEALS = range(20, 31)
"""Deals of a player in an evening; another number of boards than the recommended is listed within these."""
MOST_BOARDS = 12
"""Boards of a set that a form may ask for."""


@dataclass(frozen=True, slots=True)
class ChosenMovement:
    """One movement that a form named."""

    code: str
    movement: Movement
    boards_per_set: int
    source: str
    """Construction of the catalogue, blank for a movement of the club."""
    stored: StoredMovement | None

    @property
    def plan(self) -> SectionPlan:
        """The section to be made of it."""
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
    """Players, or teams in team events."""
    boards_per_set: int
    board_count: int
    deals_per_player: int


def read_choice(club: Club, choice: str) -> list[ChosenMovement]:
    """The movements of a choice, one for each colour.

    Raises:
        AppError: it names nothing that exists (`no_such_shape`).
    """
    codes = choice.split(COLOURS)
    try:
        if len(codes) > MOST_SECTIONS or len(choice) > MOST_SECTIONS * 60:
            raise ValueError
        return [_read(club, code) for code in codes]
    except (NoSuchMovement, StoredMovement.DoesNotExist, ValueError, OverflowError) as error:
        told = _("Cette forme n’existe pas : choisissez-en une de la liste.")
        raise AppError("no_such_shape", told, fields={"shape": told}) from error


def proposal_choice(proposal: Proposal) -> str:
    """The name of what the adviser proposes."""
    requests = [(section.source, section.request) for section in proposal.sections]
    return COLOURS.join(
        f"{source}-{request.table_count}-{request.round_count}-{request.player_count}-{request.boards_per_set}"
        for source, request in requests
    )


def catalogue_choices(format_code: str, player_count: int) -> list[tuple[str, str]]:
    """Every shape of the catalogue for that many players, with all its rounds: its name and its words."""
    choices: dict[str, str] = {}
    for shape in list_shapes(format_code, player_count):
        boards = shape.boards_per_set[0]
        figures = (shape.table_count, shape.most_rounds, shape.player_count, boards)
        code = "-".join((shape.source, *map(str, figures)))
        choices.setdefault(code, _words(shape.table_count, shape.most_rounds, boards, shape.source))
    return list(choices.items())


def usual_shapes(tournament_format: TournamentFormat) -> list[UsualShape]:
    """The evenings of the usual numbers of tables: the catalogue's first movement, all its rounds."""
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
                count = find_by_code(code).movement.set_count * boards
                usual.append(UsualShape(code, tables, players, boards, count, deals))
    return usual


def has_shape_of(proposal: Proposal, tournament_format: TournamentFormat) -> bool:
    """Whether the format plays at the tables of what is proposed."""
    codes = proposal_choice(proposal).split(COLOURS)
    return all(find_by_code(code).movement.shape.code in tournament_format.shapes for code in codes)


def choice_words(chosen: ChosenMovement) -> str:
    """What a list calls a movement: the club's by its name, others by their size."""
    if chosen.stored is not None:
        return chosen.stored.name
    movement = chosen.movement
    return _words(movement.table_count, movement.round_count, chosen.boards_per_set, chosen.source)


def stored_choice(stored: StoredMovement) -> str:
    """The name of a movement that the club keeps, with as many boards as it is made for."""
    return f"{STORED}-{stored.pk}-{stored.boards_per_set}"


def section_choice(section: Section) -> str:
    """The name of what a section plays: the catalogue's, or the club's where the catalogue has it no more."""
    movement = section.movement
    figures = (movement.table_count, section.round_count, section.player_count, section.boards_per_set)
    code = "-".join((movement.source, *map(str, figures)))
    try:
        find_by_code(code)
    except NoSuchMovement:
        return f"{STORED}-{movement.pk}-{section.boards_per_set}"
    return code


def _read(club: Club, code: str) -> ChosenMovement:
    if code.startswith(f"{STORED}-"):
        _word, pk, boards = code.split("-")
        stored = club.movements.get(pk=int(pk))
        if not 1 <= int(boards) <= MOST_BOARDS:
            raise ValueError
        return ChosenMovement(code, movement_of(stored), int(boards), "", stored)
    found = find_by_code(code)
    if not found.boards_per_set <= MOST_BOARDS:
        raise ValueError
    return ChosenMovement(code, found.movement, found.boards_per_set, found.source, None)


def _words(tables: int, rounds: int, boards: int, source: str) -> str:
    told = ngettext(
        "%(tables)d tables, %(rounds)d position de %(boards)d donnes – %(source)s",
        "%(tables)d tables, %(rounds)d positions de %(boards)d donnes – %(source)s",
        rounds,
    )
    return told % {"tables": tables, "rounds": rounds, "boards": boards, "source": SOURCE_NAMES[source]}
