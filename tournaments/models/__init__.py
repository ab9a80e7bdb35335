"""Models of the tournaments app, one module per subject.

- An event: `events` (the event, its sessions, sections, rounds, tables, plays, entries and seats),
  `movements`, `draws`, `incidents`, `templates`, `competitions` (several events as one).
- Results: `results`, `sheets` and `sharing` (paper sheets), `tables` (phones), `rulings`.
- Rankings: `rankings`, `claims`, `prizes`, `seasons`.
- Deals: `deals` (readers of sealed cards), `analyses`, `house_rules`.
- The hall and paper: `hall`, `paper`.
- People: `people` (the register, with clubs), `licences`, `registrations`, `letters`, `ties`.
- Rights and safety: `roles`, `link_keys`, `api_tokens`, `trace`, `sent_forms`.
- Messages in the background: `mails` (columns of several models), `webhooks`.
"""

from tournaments.models.analyses import BoardReference, PlayAnalysis
from tournaments.models.api_tokens import ApiToken
from tournaments.models.claims import RankingClaim
from tournaments.models.competitions import (
    Competition,
    CompetitionMember,
    CompetitionRequest,
    CompetitionSnapshot,
    SiteFile,
)
from tournaments.models.deals import DealReader, OpenedBoard
from tournaments.models.draws import RoundDraw
from tournaments.models.events import (
    Attacker,
    Entry,
    EntryMember,
    Play,
    Round,
    Seating,
    Section,
    Session,
    Table,
    Tournament,
)
from tournaments.models.hall import (
    HallCall,
    HallMessage,
    MessageReading,
    RefereeTables,
    RoundClock,
)
from tournaments.models.house_rules import HouseRules
from tournaments.models.incidents import Incident, Substitution
from tournaments.models.letters import EntrantLetter, LetterMail
from tournaments.models.licences import LicenceList, Licensee
from tournaments.models.link_keys import LinkKey
from tournaments.models.movements import MovementSearch, StoredMovement
from tournaments.models.paper import AdjustedTemplate, PaperLook, PrintedDocument
from tournaments.models.people import (
    ChangedPerson,
    Club,
    ClubPage,
    Membership,
    Person,
    PersonMerge,
    RegisterChange,
)
from tournaments.models.prizes import EntryFee, FeeRate, PaymentReceipt, PrizePlan, PrizeRule
from tournaments.models.rankings import ResultMail, Standings, StandingsRequest, StandingsSnapshot
from tournaments.models.registrations import (
    EntryAnswer,
    EntryOpening,
    EntryQuestion,
    PartnerProposal,
    RegisteredPlayer,
    Registration,
)
from tournaments.models.results import ResultSlip
from tournaments.models.roles import Invitation, Role
from tournaments.models.rulings import OwnTariff, Ruling
from tournaments.models.seasons import EventRecord, RecordsRequest, Season, SeasonCoefficient, SeasonTariff
from tournaments.models.sent_forms import SentForm
from tournaments.models.sharing import SheetQuestion, SheetShare
from tournaments.models.sheets import (
    EntryRules,
    PlayRecord,
    PrintedSheet,
    RoundLock,
    SecondEntry,
    SheetCheck,
    SheetScan,
)
from tournaments.models.tables import PhoneRules, ResultFlag, SlipConfirmation, TableAccess, TablePhone
from tournaments.models.templates import EventTemplate
from tournaments.models.ties import Follow, TieRequest
from tournaments.models.trace import AuditEvent
from tournaments.models.webhooks import Webhook, WebhookDelivery, WebhookRequest

__all__ = [
    "AdjustedTemplate",
    "ApiToken",
    "Attacker",
    "AuditEvent",
    "BoardReference",
    "ChangedPerson",
    "Club",
    "ClubPage",
    "Competition",
    "CompetitionMember",
    "CompetitionRequest",
    "CompetitionSnapshot",
    "DealReader",
    "EntrantLetter",
    "Entry",
    "EntryAnswer",
    "EntryFee",
    "EntryMember",
    "EntryOpening",
    "EntryQuestion",
    "EntryRules",
    "EventRecord",
    "EventTemplate",
    "FeeRate",
    "Follow",
    "HallCall",
    "HallMessage",
    "HouseRules",
    "Incident",
    "Invitation",
    "LetterMail",
    "LicenceList",
    "Licensee",
    "LinkKey",
    "Membership",
    "MessageReading",
    "MovementSearch",
    "OpenedBoard",
    "OwnTariff",
    "PaperLook",
    "PartnerProposal",
    "PaymentReceipt",
    "Person",
    "PersonMerge",
    "PhoneRules",
    "Play",
    "PlayAnalysis",
    "PlayRecord",
    "PrintedDocument",
    "PrintedSheet",
    "PrizePlan",
    "PrizeRule",
    "RankingClaim",
    "RecordsRequest",
    "RefereeTables",
    "RegisterChange",
    "RegisteredPlayer",
    "Registration",
    "ResultFlag",
    "ResultMail",
    "ResultSlip",
    "Role",
    "Round",
    "RoundClock",
    "RoundDraw",
    "RoundLock",
    "Ruling",
    "Season",
    "SeasonCoefficient",
    "SeasonTariff",
    "Seating",
    "SecondEntry",
    "Section",
    "SentForm",
    "Session",
    "SheetCheck",
    "SheetQuestion",
    "SheetScan",
    "SheetShare",
    "SiteFile",
    "SlipConfirmation",
    "Standings",
    "StandingsRequest",
    "StandingsSnapshot",
    "StoredMovement",
    "Substitution",
    "Table",
    "TableAccess",
    "TablePhone",
    "TieRequest",
    "Tournament",
    "Webhook",
    "WebhookDelivery",
    "WebhookRequest",
]
