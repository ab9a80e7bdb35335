"""All documents, by kind."""

from tournaments.enums import DocumentKind
from tournaments.paper.documents.blank_forms import BLANK_FORMS
from tournaments.paper.documents.deals.board_labels import BOARD_LABELS
from tournaments.paper.documents.deals.cover_sheet import COVER_SHEET
from tournaments.paper.documents.deals.deal_booklet import DEAL_BOOKLET
from tournaments.paper.documents.deals.dog_slips import DOG_SLIPS
from tournaments.paper.documents.deals.hand_diagrams import HAND_DIAGRAMS
from tournaments.paper.documents.deals.sorting_sheets import COPY_SHEETS, SORTING_SHEETS
from tournaments.paper.documents.deals.teaching_sheets import TEACHING_SHEETS
from tournaments.paper.documents.evening_pack import evening_pack
from tournaments.paper.documents.hall.entry_slips import ENTRY_SLIPS
from tournaments.paper.documents.hall.guide_cards import GUIDE_CARDS
from tournaments.paper.documents.hall.movement_map import MOVEMENT_MAP
from tournaments.paper.documents.hall.movement_sheets import MOVEMENT_SHEETS
from tournaments.paper.documents.hall.name_badges import NAME_BADGES
from tournaments.paper.documents.hall.orientation_boards import ORIENTATION_BOARDS
from tournaments.paper.documents.hall.personal_cards import PERSONAL_CARDS
from tournaments.paper.documents.hall.poster import POSTER
from tournaments.paper.documents.hall.relay_slips import RELAY_SLIPS
from tournaments.paper.documents.hall.rules_leaflet import RULES_LEAFLET
from tournaments.paper.documents.hall.seat_lists import SEAT_LISTS
from tournaments.paper.documents.hall.substitute_slips import SUBSTITUTE_SLIPS
from tournaments.paper.documents.hall.table_cards import TABLE_CARDS
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.missing_now import missing_now
from tournaments.paper.documents.results.group_rankings import GROUP_RANKINGS
from tournaments.paper.documents.results.homologation import HOMOLOGATION
from tournaments.paper.documents.results.player_reports import PLAYER_REPORTS
from tournaments.paper.documents.results.prize_list import PRIZE_LIST
from tournaments.paper.documents.results.ranking import RANKING
from tournaments.paper.documents.results.receipts import RECEIPTS
from tournaments.paper.documents.results.ruling_sheet import RULING_SHEET
from tournaments.paper.documents.results.rulings_list import RULINGS_LIST
from tournaments.paper.documents.results.session_report import SESSION_REPORT
from tournaments.paper.documents.results.takings import TAKINGS
from tournaments.paper.documents.scores.duel_sheets import DUEL_SHEETS
from tournaments.paper.documents.scores.score_sheets import SCORE_SHEETS
from tournaments.paper.documents.scores.travellers import TRAVELLERS

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
    RECEIPTS,
    TAKINGS,
    HOMOLOGATION,
    DEAL_BOOKLET,
    TEACHING_SHEETS,
)
DOCUMENTS: dict[DocumentKind, DocumentType] = {
    row.kind: row for row in (evening_pack(_SINGLE), missing_now(_SINGLE), *_SINGLE)
}
"""All documents in the order of their use in an evening, the packs first."""
