"""Étui labels: number, dealer, imposed taker and lead.

They fit label sheets of 24 (70 × 37 mm), or are cut.
"""

from dataclasses import dataclass

from games.core.dealing.boards import dealer_in_turn
from games.core.seats import opening_leader
from games.core.variants.registry import find_variant
from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.deals.label_lines import BoardLabel, LabelText, draw_labels, set_label
from tournaments.paper.documents.making.document import DocumentType, with_boards
from tournaments.paper.documents.making.options import BOARDS, PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_nothing
from tournaments.paper.documents.typesetting.imposition import fill_sheets

PER_SHEET = 24
"""Number of labels on a sheet: three columns of eight."""


@dataclass(frozen=True, slots=True)
class LabelsSheet:
    """Labels in reading order, at most `PER_SHEET`."""

    labels: tuple[BoardLabel, ...]

    @property
    def texts(self) -> list[LabelText]:
        return [set_label(label) for label in self.labels]

    @property
    def drawing(self) -> str:
        """SVG of everything behind the texts."""
        return draw_labels(self.labels)


def build_board_labels(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[LabelsSheet, ...]:
    """Return a label for each chosen étui of each section of the session, by number. One query."""
    sections = sections_of(tournament)
    taker_of = find_format(tournament.format).taker_of
    player_count = find_variant(tournament.game).player_count
    labels = [
        board_label(number, taker_of(number), section.number if len(sections) > 1 else None, player_count)
        for section in sections
        if options.has_section(section.number)
        for number in range(1, section.board_count + 1)
        if options.has_board(number)
    ]
    return tuple(LabelsSheet(labels) for labels in fill_sheets(labels, PER_SHEET))


def board_label(number: int, taker: int | None, section: int | None, player_count: int) -> BoardLabel:
    """Return the label of the étui with this number, from 1, at tables of `player_count`."""
    dealer = dealer_in_turn(number, player_count)
    return BoardLabel(
        number=number,
        dealer=dealer,
        taker=taker,
        leader=opening_leader(dealer, player_count),
        section=section,
        seats=tuple(range(player_count)),
    )


BOARD_LABELS = DocumentType(
    kind=DocumentKind.BOARD_LABELS,
    right=Right.PRINT,
    require=require_nothing,
    build=build_board_labels,
    is_for=with_boards,
    options=BOARDS | {OptionName.SECTION},
)
