"""All documents, by kind."""

from tournaments.enums import DocumentKind
from tournaments.paper.documents.blank_forms import BLANK_FORMS
from tournaments.paper.documents.board_labels import BOARD_LABELS
from tournaments.paper.documents.cover_sheet import COVER_SHEET
from tournaments.paper.documents.deal_booklet import DEAL_BOOKLET
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.dog_slips import DOG_SLIPS
from tournaments.paper.documents.duel_sheets import DUEL_SHEETS
from tournaments.paper.documents.entry_slips import ENTRY_SLIPS
from tournaments.paper.documents.evening_pack import evening_pack
from tournaments.paper.documents.group_rankings import GROUP_RANKINGS
from tournaments.paper.documents.guide_cards import GUIDE_CARDS
from tournaments.paper.documents.hand_diagrams import HAND_DIAGRAMS
from tournaments.paper.documents.homologation import HOMOLOGATION
from tournaments.paper.documents.missing_now import missing_now
from tournaments.paper.documents.movement_map import MOVEMENT_MAP
from tournaments.paper.documents.movement_sheets import MOVEMENT_SHEETS
from tournaments.paper.documents.name_badges import NAME_BADGES
from tournaments.paper.documents.orientation_boards import ORIENTATION_BOARDS
from tournaments.paper.documents.personal_cards import PERSONAL_CARDS
from tournaments.paper.documents.player_reports import PLAYER_REPORTS
from tournaments.paper.documents.poster import POSTER
from tournaments.paper.documents.prize_list import PRIZE_LIST
from tournaments.paper.documents.ranking import RANKING
from tournaments.paper.documents.relay_slips import RELAY_SLIPS
from tournaments.paper.documents.rules_leaflet import RULES_LEAFLET
from tournaments.paper.documents.ruling_sheet import RULING_SHEET
from tournaments.paper.documents.rulings_list import RULINGS_LIST
from tournaments.paper.documents.score_sheets import SCORE_SHEETS
from tournaments.paper.documents.seat_lists import SEAT_LISTS
from tournaments.paper.documents.session_report import SESSION_REPORT
from tournaments.paper.documents.sorting_sheets import COPY_SHEETS, SORTING_SHEETS
from tournaments.paper.documents.substitute_slips import SUBSTITUTE_SLIPS
from tournaments.paper.documents.table_cards import TABLE_CARDS
from tournaments.paper.documents.teaching_sheets import TEACHING_SHEETS
from tournaments.paper.documents.travellers import TRAVELLERS

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
    DUEL_SHEETS,
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
"""All documents in the order of their use in an evening, the packs first."""
