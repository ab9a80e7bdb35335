"""Data of a section on papers: its colour, which distinguishes parallel sections, and its size."""

from dataclasses import dataclass
from typing import Self

from django.utils.translation import pgettext

from tournaments.models import Section


@dataclass(frozen=True, slots=True)
class SectionSize:
    """The size of a section as a value for papers. Nothing in it leads to the cards of the session."""

    number: int
    player_count: int
    table_count: int
    """Number of tables with players."""
    round_count: int
    board_count: int

    @classmethod
    def of(cls, section: Section, *, table_count: int) -> Self:
        return cls(
            number=section.number,
            player_count=section.player_count,
            table_count=table_count,
            round_count=section.round_count,
            board_count=section.board_count,
        )


def colour_name(section_number: int) -> str:
    """Return the colour of a section in the federation's order: Rouge, Vert, Bleu, Jaune, Blanc in French."""
    colours = (
        pgettext("section", "Rouge"),
        pgettext("section", "Vert"),
        pgettext("section", "Bleu"),
        pgettext("section", "Jaune"),
        pgettext("section", "Blanc"),
    )
    return colours[section_number - 1]
