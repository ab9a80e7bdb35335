"""Enumerations of the tournaments app. Values are stored, labels are shown."""

from datetime import timedelta
from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _


class LinkPurpose(StrEnum):
    """Kinds of links and codes, each made with a key of its own. The values are stored."""

    TABLE = "tournaments.table_access"
    CLUB_TABLE = "tournaments.club_tables"
    PERSON = "tournaments.person_links"
    REGISTRATION = "tournaments.registration"
    OWN_REGISTRATIONS = "tournaments.own_registrationssigner"
    """Purpose of a cookie. The value is the salt followed by "signer", as Django's signer derives its key."""
    DAILY_DEAL = "rooms.daily.deal"
    DAILY_ROBOTS = "rooms.daily.robots"
    KEPT_SHEETS_OWNER = "kept sheets: owner"
    KEPT_SHEETS_KEY = "kept sheets: key"
    """Sheets that wait on a helper's device are readable after a restore on another machine."""
    WEBHOOK = "tournaments.webhooks"
    """Key of the secrets with which messages to other programs are signed."""


class MembershipRole(models.TextChoices):
    """A user's right in a club, valid in all its tournaments."""

    OWNER = "owner", _("responsable du club")
    ORGANISER = "organiser", _("organisateur")


class EventRole(models.TextChoices):
    """A user's right in one tournament."""

    DIRECTOR = "director", _("directeur du tournoi")
    REFEREE = "referee", _("arbitre")
    SCORER = "scorer", _("marqueur")
    CHECKER = "checker", _("vérificateur")
    TREASURER = "treasurer", _("trésorier et accueil")
    SCREEN = "screen", _("écran")
    TABLE = "table", _("capitaine de table")


class ApiScope(models.TextChoices):
    """Scope of a program's token. Each includes the ones before it."""

    READ = "read", _("lire")
    RESULTS = "results", _("lire, et saisir des résultats")
    ADMIN = "admin", _("lire, saisir, et mener les tournois")


class HookKind(models.TextChoices):
    """Kind of change that other programs are notified of. The values stand in messages."""

    RANKING = "ranking", _("le classement a changé")
    RESULTS = "results", _("un résultat est saisi, corrigé ou retiré")
    STATE = "state", _("le tournoi commence, se termine ou est rouvert")
    ENTRIES = "entries", _("les inscrits ont changé")
    TEST = "test", _("essai")


class DeliveryState(models.TextChoices):
    """State of a message to another program."""

    WAITING = "waiting", _("en attente")
    DELIVERED = "delivered", _("reçu")
    GIVEN_UP = "given_up", _("abandonné")


class InvitationLength(models.TextChoices):
    """Lifetime of an invitation."""

    EVENING = "evening", _("cette soirée, jusqu’à 6 h du matin")
    DAYS = "days", _("3 jours")
    MONTH = "month", _("30 jours")


LONGEST_INVITATION = timedelta(days=30)


class PaymentMeans(models.TextChoices):
    """Means by which an entry fee was paid."""

    CASH = "cash", _("espèces")
    CHEQUE = "cheque", _("chèque")
    CARD = "card", _("carte bancaire")
    TRANSFER = "transfer", _("virement")
    OTHER = "other", _("autre moyen")


class TournamentState(models.TextChoices):
    """Stage of an evening."""

    DRAFT = "draft", _("en préparation")
    SEATED = "seated", _("placé")
    PLAYING = "playing", _("en cours")
    FINISHED = "finished", _("terminé")


PLAYED_STATES = (TournamentState.SEATED, TournamentState.PLAYING)
"""States of an event that takes results: its seats are fixed and it is not finished."""


class EntryPresence(models.TextChoices):
    """Status of an entry in the ranking. The values are those of the core's `Presence`."""

    RANKED = "ranked", _("classé")
    WITHDRAWN = "withdrawn", _("a quitté le tournoi")
    UNRANKED = "unranked", _("hors classement")
    SUBSTITUTE = "substitute", _("remplaçant")


class RegistrationState(models.TextChoices):
    """State of a registration sent by players."""

    RECEIVED = "received", _("à accepter")
    WAITING = "waiting", _("liste d’attente")
    ACCEPTED = "accepted", _("acceptée")
    JOINED = "joined", _("réunie avec une autre")
    REFUSED = "refused", _("refusée")
    CANCELLED = "cancelled", _("annulée par le joueur")


class AnswerKind(models.TextChoices):
    """Form of the answer to an organiser's question to players."""

    TEXT = "text", _("quelques mots")
    YES_NO = "yes_no", _("oui ou non")
    CHOICE = "choice", _("un choix dans une liste")


class Visibility(models.TextChoices):
    PRIVATE = "private", _("réservé aux organisateurs")
    PUBLIC = "public", _("public")


class SlipKind(models.TextChoices):
    """Kind of a result slip of one play."""

    PLAYED = "played", _("jouée")
    NOT_PLAYED = "not_played", _("non jouée")
    NEUTRALISED = "neutralised", _("neutralisée")
    WITHDRAWN = "withdrawn", _("retirée")
    """Typed on the wrong line and taken back.

    Such a slip is never the current version; the line counts as missing.
    """


class ScanKind(models.TextChoices):
    """Format in which the scan of a sheet is stored."""

    IMAGE = "image", _("image")
    PDF = "pdf", _("PDF")


class CheckVerdict(models.TextChoices):
    """Result of comparing a sheet with the entered results."""

    CONFORM = "conform", _("conforme")
    TO_REVIEW = "to_review", _("à revoir")


class SheetTask(models.TextChoices):
    """Work on a sheet that is shared out."""

    ENTER = "enter", _("saisir")
    CHECK = "check", _("contrôler")


class RulingRole(models.TextChoices):
    """Capacity in which a ruling was made, shown to players instead of a name."""

    REFEREE = "referee", _("arbitre")
    DIRECTOR = "director", _("directeur du tournoi")
    ORGANISER = "organiser", _("organisateur")


class JobState(models.TextChoices):
    """State of a background job. The row decides; a message to the worker only makes it start sooner."""

    QUEUED = "queued", _("en attente")
    RUNNING = "running", _("en cours")
    DONE = "done", _("prêt")
    FAILED = "failed", _("échoué")


class FollowKind(models.TextChoices):
    """Kinds of people and clubs that an account keeps."""

    OWN = "own", _("sa fiche")
    PERSON = "person", _("joueur suivi")
    CLUB = "club", _("club suivi")


class MailState(models.TextChoices):
    """State of one message."""

    QUEUED = "queued", _("en attente")
    SENDING = "sending", _("en train de partir")
    SENT = "sent", _("envoyé")
    FAILED = "failed", _("échoué")
    CANCELLED = "cancelled", _("annulé")


class LetterGroup(models.TextChoices):
    """Registered players to whom an organiser writes."""

    ALL = "all", _("tous ceux qui pensent venir")
    ACCEPTED = "accepted", _("les inscrits")
    WAITING = "waiting", _("la liste d’attente")
    UNPAID = "unpaid", _("ceux qui doivent un droit")
    ABSENT = "absent", _("ceux qui ne sont pas encore là")


class TieState(models.TextChoices):
    """Reply of the account owner to a tie request. A refusal also ends an accepted tie."""

    ASKED = "asked", _("demandé")
    ACCEPTED = "accepted", _("accepté")
    REFUSED = "refused", _("refusé")


class LineUpMethod(models.TextChoices):
    """Ways to place all players at once."""

    LOT = "lot", _("au hasard")
    SERIES = "series", _("par séries, les meilleurs se rencontrant en dernier")


class SessionStart(models.TextChoices):
    """Sources of the starting places of a further session."""

    RANKING = "ranking", _("d’après le classement, les premiers se rencontrant en dernier")
    LOT = "lot", _("au hasard")
    KEPT = "kept", _("aux mêmes places")
    FINAL = "final", _("d’après le tableau des finales")


class CompetitionKind(models.TextChoices):
    """Ways to combine several tournaments into one competition."""

    SIMULTANEOUS = "simultaneous", _("simultané : les mêmes donnes en plusieurs lieux")
    CHAMPIONSHIP = "championship", _("championnat : plusieurs tournois additionnés")


class CompetitionMethod(models.TextChoices):
    """Quantity that a championship adds up."""

    SUM = "sum", _("les résultats des tournois")
    POINTS = "points", _("les points de classement du barème du club")


class SeasonMeasure(models.TextChoices):
    """Quantity that a season adds up."""

    POINTS = "points", _("les points de classement du barème du club")
    PERCENT = "percent", _("les moyennes des soirées en duplicate, en pour cent")
    SUMS = "sums", _("les points marqués, dans les soirées où l’on additionne (donnes libres)")
    HANDICAP = "handicap", _("les mêmes points, avec le handicap de chaque soirée")


class MovementOrigin(models.TextChoices):
    """Origin of a movement."""

    CATALOGUE = "catalogue", _("catalogue")
    FILE = "file", _("fichier")
    EDITED = "edited", _("modifié à la main")
    FOUND = "found", _("trouvé par recherche")


class SearchState(models.TextChoices):
    """State of a search. After cancellation or at its end it keeps the best movement so far."""

    QUEUED = "queued", _("en attente")
    RUNNING = "running", _("en cours")
    DONE = "done", _("terminée")
    CANCELLED = "cancelled", _("annulée")
    FAILED = "failed", _("échouée")


class PrizeRanking(models.TextChoices):
    """Audience of a list of prizes. The groups have the values of `GroupKind`."""

    OVERALL = "overall", _("classement général")
    ALTERNATED = "alternated", _("classement alterné")
    HANDICAP = "handicap", _("classement au handicap")
    LINE = "line", _("ligne")
    CATEGORY = "category", _("catégorie")
    SERIES = "series", _("série")
    CLUB = "club", _("club")
    COUNTRY = "country", _("pays")
    AGE = "age", _("tranche d’âge")


WHOLE_FIELD = (PrizeRanking.OVERALL, PrizeRanking.ALTERNATED, PrizeRanking.HANDICAP)
"""Rankings of the whole field: their lists of prizes name no group."""


class PrizeSharing(models.TextChoices):
    """Rule for the prizes of a shared place. The values are those of the core's `Sharing`."""

    EQUAL = "equal", _("réunis et partagés à parts égales")
    LISTED = "listed", _("donnés dans l’ordre de la liste")


class PrizeCumulation(models.TextChoices):
    """Rule for a player with prizes of several lists. The values are those of the core's `Cumulation`."""

    ALL = "all", _("tous les prix se cumulent")
    BEST = "best", _("chacun garde son plus gros prix")
    FIRST_LIST = "first_list", _("chacun garde celui de la première liste")


class PrizeShowing(models.TextChoices):
    """Content of the public page of prizes."""

    NOTHING = "nothing", _("rien")
    AMOUNTS = "amounts", _("les montants")
    WINNERS = "winners", _("les montants et les gagnants")


class DocumentKind(models.TextChoices):
    TRAVELLERS = "travellers", _("feuilles ambulantes")
    SCORE_SHEETS = "score_sheets", _("feuilles de marque")
    DUEL_SHEETS = "duel_sheets", _("feuilles de quadrettes et de quarts")
    BLANK_FORMS = "blank_forms", _("formulaires vierges")
    SEAT_LISTS = "seat_lists", _("placement des joueurs")
    PERSONAL_CARDS = "personal_cards", _("fiches personnelles")
    GUIDE_CARDS = "guide_cards", _("cartes guides")
    RELAY_SLIPS = "relay_slips", _("fiches de relais")
    SUBSTITUTE_SLIPS = "substitute_slips", _("fiches de remplacement")
    MOVEMENT_SHEETS = "movement_sheets", _("feuilles de mouvement")
    MOVEMENT_MAP = "movement_map", _("plan de la salle")
    TABLE_CARDS = "table_cards", _("cartons de table")
    ORIENTATION_BOARDS = "orientation_boards", _("panneaux d’orientation")
    NAME_BADGES = "name_badges", _("badges nominatifs")
    ENTRY_SLIPS = "entry_slips", _("bulletins d’inscription")
    HAND_DIAGRAMS = "hand_diagrams", _("diagrammes des donnes")
    COVER_SHEET = "cover_sheet", _("feuille de garde")
    BOARD_LABELS = "board_labels", _("étiquettes des étuis")
    SORTING_SHEETS = "sorting_sheets", _("fiches de tri")
    COPY_SHEETS = "copy_sheets", _("fiches de tri à quatre")
    DOG_SLIPS = "dog_slips", _("fiches des chiens")
    RANKING = "ranking", _("classement")
    GROUP_RANKINGS = "group_rankings", _("classements par groupe")
    PLAYER_REPORTS = "player_reports", _("feuilles de route")
    SESSION_REPORT = "session_report", _("compte rendu de séance")
    RULINGS_LIST = "rulings_list", _("décisions d’arbitrage")
    RULING_SHEET = "ruling_sheet", _("fiches d’arbitrage")
    POSTER = "poster", _("affiche du classement")
    RULES_LEAFLET = "rules_leaflet", _("règles du jeu")
    PRIZE_LIST = "prize_list", _("palmarès et reçus")
    RECEIPTS = "receipts", _("reçus des paiements")
    TAKINGS = "takings", _("feuille de caisse")
    DEAL_BOOKLET = "deal_booklet", _("livret des donnes")
    TEACHING_SHEETS = "teaching_sheets", _("fiches d’école")
    HOMOLOGATION = "homologation", _("rapport d’homologation")
    EVENING_PACK = "evening_pack", _("tout pour ce soir")
    MISSING_NOW = "missing_now", _("ce qui manque maintenant")


class Series(models.TextChoices):
    """A player's class in the federation."""

    FIRST = "1", _("1re série")
    SECOND = "2", _("2e série")
    THIRD = "3", _("3e série")
    FOURTH = "4", _("4e série")
    UNRANKED = "NC", _("non classé")


class DrawMethod(models.TextChoices):
    """Ways to choose the tables of a round that is drawn when the earlier ones are played.

    Source:
        FFT, Manuel de l'organisateur (2011) M4-M5.
    """

    BEST = "best", _("meilleurs contre meilleurs")
    RANDOM = "random", _("au sort")
    MOVEMENT = "movement", _("suite du mouvement")


class DrawState(models.TextChoices):
    """States of the draw of a round."""

    DRAFT = "draft", _("à publier")
    PUBLISHED = "published", _("publié")
    UNDONE = "undone", _("annulé")


class ClaimState(models.TextChoices):
    """State of a player's claim against the ranking."""

    OPEN = "open", _("à l’étude")
    ACCEPTED = "accepted", _("acceptée")
    REFUSED = "refused", _("refusée")


class ClaimSource(models.TextChoices):
    """Way by which a claim reached the organisers."""

    LINK = "link", _("le lien privé du joueur")
    DEVICE = "device", _("l’appareil du joueur")


class IncidentKind(models.TextChoices):
    """Kinds of incidents, each dealt with by a guided action."""

    MISSING = "missing", _("quelqu’un ne vient pas")
    LATE = "late", _("quelqu’un est en retard")
    LEAVING = "leaving", _("quelqu’un s’en va")
    ARRIVING = "arriving", _("quelqu’un arrive ou revient")
    SUBSTITUTE = "substitute", _("un remplaçant")
    SWAP = "swap", _("deux personnes à la mauvaise place")
    TABLES = "tables", _("deux tables échangées")
    BOARDS = "boards", _("une table a joué d’autres étuis")
    SLOW = "slow", _("une table trop lente")
    SPOILED = "spoiled", _("un étui abîmé")
    SHORTENED = "shortened", _("la soirée est écourtée")
