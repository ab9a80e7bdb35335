"""Every document, by its kind."""

from tournaments.documents.blank_forms import BLANK_FORMS
from tournaments.documents.board_labels import BOARD_LABELS
from tournaments.documents.cover_sheet import COVER_SHEET
from tournaments.documents.deal_booklet import DEAL_BOOKLET
from tournaments.documents.document import DocumentType
from tournaments.documents.dog_slips import DOG_SLIPS
from tournaments.documents.entry_slips import ENTRY_SLIPS
from tournaments.documents.evening_pack import evening_pack
from tournaments.documents.group_rankings import GROUP_RANKINGS
from tournaments.documents.guide_cards import GUIDE_CARDS
from tournaments.documents.hand_diagrams import HAND_DIAGRAMS
from tournaments.documents.homologation import HOMOLOGATION
from tournaments.documents.missing_now import missing_now
from tournaments.documents.movement_map import MOVEMENT_MAP
from tournaments.documents.movement_sheets import MOVEMENT_SHEETS
from tournaments.documents.name_badges import NAME_BADGES
from tournaments.documents.orientation_boards import ORIENTATION_BOARDS
from tournaments.documents.personal_cards import PERSONAL_CARDS
from tournaments.documents.player_reports import PLAYER_REPORTS
from tournaments.documents.poster import POSTER
from tournaments.documents.prize_list import PRIZE_LIST
from tournaments.documents.ranking import RANKING
from tournaments.documents.relay_slips import RELAY_SLIPS
from tournaments.documents.rules_leaflet import RULES_LEAFLET
from tournaments.documents.ruling_sheet import RULING_SHEET
from tournaments.documents.rulings_list import RULINGS_LIST
from tournaments.documents.score_sheets import SCORE_SHEETS
from tournaments.documents.seat_lists import SEAT_LISTS
from tournaments.documents.session_report import SESSION_REPORT
from tournaments.documents.sorting_sheets import COPY_SHEETS, SORTING_SHEETS
from tournaments.documents.substitute_slips import SUBSTITUTE_SLIPS
from tournaments.documents.table_cards import TABLE_CARDS
from tournaments.documents.teaching_sheets import TEACHING_SHEETS
from tournaments.documents.travellers import TRAVELLERS
from tournaments.enums import DocumentKind

_SINGLE = (
    ENTRY_SLIPS,
    NAME_BADGES,
    SEAT_LISTS,
    PERSONAL_CARDS,
    GUIDE_CARDS,
    RELAY_SLIPS,
    SUBSTITUTE_SLIPS,
    MOVEMENT_SHEETS,
    MOVEMENT_MAP,
    TABLE_CARDS,
    ORIENTATION_BOARDS,
    POSTER,
    RULES_LEAFLET,
    TRAVELLERS,
    SCORE_SHEETS,
    BLANK_FORMS,
    COVER_SHEET,
    BOARD_LABELS,
    SORTING_SHEETS,
    COPY_SHEETS,
    HAND_DIAGRAMS,
    DOG_SLIPS,
    RULING_SHEET,
    RANKING,
    GROUP_RANKINGS,
    SESSION_REPORT,
    PLAYER_REPORTS,
    RULINGS_LIST,
    PRIZE_LIST,
    HOMOLOGATION,
    DEAL_BOOKLET,
    TEACHING_SHEETS,
)
DOCUMENTS: dict[DocumentKind, DocumentType] = {
    row.kind: row for row in (evening_pack(_SINGLE), missing_now(_SINGLE), *_SINGLE)
}
"""In the order of their use in an evening, the packs first."""
