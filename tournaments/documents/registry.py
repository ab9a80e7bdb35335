"""Every document, by its kind."""

from tournaments.documents.document import DocumentType
from tournaments.documents.hand_diagrams import HAND_DIAGRAMS
from tournaments.documents.personal_cards import PERSONAL_CARDS
from tournaments.documents.ranking import RANKING
from tournaments.documents.seat_lists import SEAT_LISTS
from tournaments.documents.travellers import TRAVELLERS
from tournaments.enums import DocumentKind

DOCUMENTS: dict[DocumentKind, DocumentType] = {
    row.kind: row for row in (SEAT_LISTS, PERSONAL_CARDS, TRAVELLERS, HAND_DIAGRAMS, RANKING)
}
"""In the order of their use in an evening."""
