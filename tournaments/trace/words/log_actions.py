"""The actions of a tournament's trace, each with its sentence, its kind and the type of its subject."""

from dataclasses import dataclass
from enum import StrEnum, auto

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class LogKind(StrEnum):
    """Topic of an action."""

    RESULTS = auto()
    RULINGS = auto()
    PEOPLE = auto()
    DEALS = auto()
    HALL = auto()
    PAPERS = auto()
    MONEY = auto()
    STAFF = auto()
    EVENT = auto()
    OTHER = auto()
    """Actions without a sentence."""


class Subject(StrEnum):
    """Format of the subject of an action in the trace."""

    PLAY = auto()
    """board/round/table; for a sheet, only the parts that it has."""
    TABLE_ROUND = auto()
    """table/round."""
    SESSION_ROUND = auto()
    """session/round."""
    ROUND = auto()
    SESSION = auto()
    TABLE = auto()
    COUNT = auto()
    """A number of people or things."""
    DOCUMENT = auto()
    """Kind of a printed document."""
    FAULT = auto()
    """Code of a fault."""
    NAME = auto()
    """Name of a person or thing; not for the public."""
    EVENT = auto()
    """The tournament itself."""


@dataclass(frozen=True, slots=True)
class ActionWords:
    """Kind, subject format and sentence of an action of the trace."""

    kind: LogKind
    subject: Subject
    sentence: Promise


ACTION_WORDS: dict[str, ActionWords] = {
    "result.entered": ActionWords(LogKind.RESULTS, Subject.PLAY, _("résultat saisi")),
    "result.corrected": ActionWords(LogKind.RESULTS, Subject.PLAY, _("résultat corrigé")),
    "result.withdrawn": ActionWords(LogKind.RESULTS, Subject.PLAY, _("résultat retiré")),
    "result.confirmed": ActionWords(LogKind.RESULTS, Subject.PLAY, _("résultat confirmé")),
    "result.disputed": ActionWords(LogKind.RESULTS, Subject.PLAY, _("résultat contesté")),
    "result.dispute_resolved": ActionWords(LogKind.RESULTS, Subject.PLAY, _("contestation réglée")),
    "second.entered": ActionWords(LogKind.RESULTS, Subject.PLAY, _("seconde saisie faite")),
    "second.settled": ActionWords(LogKind.RESULTS, Subject.PLAY, _("différence de saisie réglée")),
    "play.recorded": ActionWords(LogKind.RESULTS, Subject.PLAY, _("donne jouée relevée")),
    "sheet.checked": ActionWords(LogKind.RESULTS, Subject.PLAY, _("feuille vérifiée")),
    "sheet.asked": ActionWords(LogKind.RESULTS, Subject.PLAY, _("question sur une feuille")),
    "sheet.answered": ActionWords(LogKind.RESULTS, Subject.PLAY, _("réponse à la question sur une feuille")),
    "scan.added": ActionWords(LogKind.RESULTS, Subject.PLAY, _("photo de feuille ajoutée")),
    "scan.removed": ActionWords(LogKind.RESULTS, Subject.PLAY, _("photo de feuille retirée")),
    "round.locked": ActionWords(LogKind.RESULTS, Subject.ROUND, _("position verrouillée")),
    "round.unlocked": ActionWords(LogKind.RESULTS, Subject.ROUND, _("position déverrouillée")),
    "phone.ended": ActionWords(
        LogKind.RESULTS, Subject.TABLE_ROUND, _("téléphone retiré par l’organisateur")
    ),
    "phone.seated": ActionWords(LogKind.RESULTS, Subject.TABLE_ROUND, _("téléphone à une place")),
    "phone.took_pen": ActionWords(LogKind.RESULTS, Subject.TABLE_ROUND, _("téléphone choisi pour noter")),
    "ruling.given": ActionWords(LogKind.RULINGS, Subject.NAME, _("décision d’arbitrage donnée")),
    "ruling.withdrawn": ActionWords(LogKind.RULINGS, Subject.NAME, _("décision d’arbitrage retirée")),
    "tariff.set": ActionWords(LogKind.RULINGS, Subject.FAULT, _("tarif d’une faute changé")),
    "tariff.reset": ActionWords(
        LogKind.RULINGS, Subject.FAULT, _("tarif d’une faute remis à celui du règlement")
    ),
    "entries.added": ActionWords(LogKind.PEOPLE, Subject.COUNT, _("joueurs inscrits")),
    "entries.drawn": ActionWords(LogKind.PEOPLE, Subject.COUNT, _("places tirées au sort")),
    "entries.lined_up": ActionWords(LogKind.PEOPLE, Subject.COUNT, _("places données à tous")),
    "entries.arranged": ActionWords(LogKind.PEOPLE, Subject.COUNT, _("places échangées")),
    "entries.partners": ActionWords(LogKind.PEOPLE, Subject.COUNT, _("associés désignés")),
    "entries.withdrawn": ActionWords(LogKind.PEOPLE, Subject.NAME, _("inscription retirée")),
    "entries.restored": ActionWords(LogKind.PEOPLE, Subject.NAME, _("inscription rétablie")),
    "entries.questions": ActionWords(LogKind.PEOPLE, Subject.EVENT, _("questions aux joueurs changées")),
    "entry.arrived": ActionWords(LogKind.PEOPLE, Subject.NAME, _("arrivée notée")),
    "entry.announced": ActionWords(LogKind.PEOPLE, Subject.NAME, _("arrivée annoncée par le joueur")),
    "entries.announcing": ActionWords(LogKind.PEOPLE, Subject.EVENT, _("annonce des arrivées réglée")),
    "entry.member_arrived": ActionWords(LogKind.PEOPLE, Subject.NAME, _("arrivée d’un équipier notée")),
    "entry.member_left": ActionWords(LogKind.PEOPLE, Subject.NAME, _("départ d’un équipier noté")),
    "entry.arrival_undone": ActionWords(LogKind.PEOPLE, Subject.NAME, _("arrivée effacée")),
    "entry.presence": ActionWords(LogKind.PEOPLE, Subject.NAME, _("présence au classement changée")),
    "teams.entered": ActionWords(LogKind.PEOPLE, Subject.NAME, _("équipe inscrite")),
    "teams.changed": ActionWords(LogKind.PEOPLE, Subject.NAME, _("équipe changée")),
    "registration.sent": ActionWords(LogKind.PEOPLE, Subject.NAME, _("inscription envoyée par un joueur")),
    "registration.changed": ActionWords(LogKind.PEOPLE, Subject.NAME, _("inscription changée par un joueur")),
    "registration.cancelled": ActionWords(
        LogKind.PEOPLE, Subject.NAME, _("inscription annulée par un joueur")
    ),
    "registration.accepted": ActionWords(LogKind.PEOPLE, Subject.NAME, _("inscription d’un joueur acceptée")),
    "registration.refused": ActionWords(LogKind.PEOPLE, Subject.NAME, _("inscription d’un joueur refusée")),
    "registration.joined": ActionWords(LogKind.PEOPLE, Subject.NAME, _("inscriptions réunies")),
    "registration.proposed": ActionWords(
        LogKind.PEOPLE, Subject.NAME, _("proposition de jouer ensemble envoyée par un joueur")
    ),
    "registration.proposal_withdrawn": ActionWords(
        LogKind.PEOPLE, Subject.NAME, _("proposition de jouer ensemble retirée par un joueur")
    ),
    "registration.declined": ActionWords(
        LogKind.PEOPLE, Subject.NAME, _("proposition de jouer ensemble déclinée par un joueur")
    ),
    "registration.words_shown": ActionWords(
        LogKind.PEOPLE, Subject.NAME, _("mots d’un joueur montrés à ceux qui cherchent")
    ),
    "registration.words_erased": ActionWords(LogKind.PEOPLE, Subject.NAME, _("mots d’un joueur effacés")),
    "registration.waiting": ActionWords(LogKind.PEOPLE, Subject.NAME, _("inscription mise en attente")),
    "registration.received": ActionWords(
        LogKind.PEOPLE, Subject.NAME, _("inscription d’un joueur remise à accepter")
    ),
    "registration.promoted": ActionWords(
        LogKind.PEOPLE, Subject.NAME, _("inscription sortie de la liste d’attente")
    ),
    "substitution.made": ActionWords(LogKind.PEOPLE, Subject.NAME, _("remplacement noté")),
    "substitution.cancelled": ActionWords(LogKind.PEOPLE, Subject.NAME, _("remplacement annulé")),
    "deals.dealt": ActionWords(LogKind.DEALS, Subject.SESSION, _("donnes distribuées")),
    "deals.imported": ActionWords(LogKind.DEALS, Subject.SESSION, _("donnes reprises d’un fichier")),
    "deals.reused": ActionWords(LogKind.DEALS, Subject.SESSION, _("donnes reprises d’un autre tournoi")),
    "deals.taken_over": ActionWords(
        LogKind.DEALS, Subject.SESSION, _("donnes reprises par un autre tournoi")
    ),
    "deals.seen_elsewhere": ActionWords(
        LogKind.DEALS, Subject.SESSION, _("mêmes cartes lues dans un autre tournoi")
    ),
    "deals.recorded": ActionWords(LogKind.DEALS, Subject.SESSION, _("mains relevées")),
    "deals.seen": ActionWords(LogKind.DEALS, Subject.SESSION, _("mains lues")),
    "deals.strength_seen": ActionWords(LogKind.DEALS, Subject.SESSION, _("force des mains lue")),
    "deals.file_read": ActionWords(
        LogKind.DEALS, Subject.SESSION, _("fichier des donnes pris pour un autre lieu")
    ),
    "deals.opened": ActionWords(LogKind.DEALS, Subject.SESSION, _("étuis ouverts à tous")),
    "deals.closed": ActionWords(LogKind.DEALS, Subject.SESSION, _("étuis refermés")),
    "deals.revealed": ActionWords(LogKind.DEALS, Subject.SESSION, _("donnes révélées")),
    "deals.reader_named": ActionWords(LogKind.DEALS, Subject.NAME, _("lecteur des mains nommé")),
    "deals.reader_unnamed": ActionWords(LogKind.DEALS, Subject.NAME, _("lecteur des mains retiré")),
    "hall.called": ActionWords(LogKind.HALL, Subject.TABLE_ROUND, _("arbitre appelé")),
    "hall.call_reason": ActionWords(LogKind.HALL, Subject.TABLE_ROUND, _("raison d’un appel ajoutée")),
    "hall.call_taken": ActionWords(LogKind.HALL, Subject.TABLE_ROUND, _("appel pris")),
    "hall.call_taken_back": ActionWords(LogKind.HALL, Subject.TABLE_ROUND, _("appel retiré")),
    "hall.call_closed": ActionWords(LogKind.HALL, Subject.TABLE_ROUND, _("appel terminé")),
    "hall.clock_set": ActionWords(LogKind.HALL, Subject.SESSION_ROUND, _("horloge réglée")),
    "hall.clock_started": ActionWords(LogKind.HALL, Subject.SESSION_ROUND, _("position commencée")),
    "hall.clock_paused": ActionWords(LogKind.HALL, Subject.SESSION_ROUND, _("horloge arrêtée")),
    "hall.clock_resumed": ActionWords(LogKind.HALL, Subject.SESSION_ROUND, _("horloge relancée")),
    "hall.clock_extended": ActionWords(LogKind.HALL, Subject.SESSION_ROUND, _("position prolongée")),
    "hall.round_called": ActionWords(LogKind.HALL, Subject.SESSION_ROUND, _("position appelée")),
    "hall.halls_set": ActionWords(LogKind.HALL, Subject.EVENT, _("salles réglées")),
    "hall.referees_set": ActionWords(LogKind.HALL, Subject.EVENT, _("tables des arbitres réglées")),
    "hall.message_sent": ActionWords(LogKind.HALL, Subject.SESSION, _("message envoyé")),
    "hall.message_taken_back": ActionWords(LogKind.HALL, Subject.SESSION, _("message retiré")),
    "tournament.draws": ActionWords(LogKind.EVENT, Subject.EVENT, _("façon de placer les joueurs changée")),
    "draw.made": ActionWords(LogKind.HALL, Subject.ROUND, _("tirage fait, à publier")),
    "draw.changed": ActionWords(LogKind.HALL, Subject.ROUND, _("tirage changé à la main")),
    "round.drawn": ActionWords(LogKind.HALL, Subject.ROUND, _("tirage publié")),
    "round.undrawn": ActionWords(LogKind.HALL, Subject.ROUND, _("tirage annulé")),
    "incident.done": ActionWords(LogKind.HALL, Subject.NAME, _("imprévu réglé")),
    "incident.undone": ActionWords(LogKind.HALL, Subject.NAME, _("imprévu annulé")),
    "document.requested": ActionWords(LogKind.PAPERS, Subject.DOCUMENT, _("papier demandé")),
    "document.previewed": ActionWords(LogKind.PAPERS, Subject.DOCUMENT, _("aperçu d’un papier")),
    "document.downloaded": ActionWords(LogKind.PAPERS, Subject.DOCUMENT, _("papier téléchargé")),
    "fees.rates": ActionWords(LogKind.MONEY, Subject.EVENT, _("droits d’inscription changés")),
    "prizes.plan": ActionWords(LogKind.MONEY, Subject.EVENT, _("dotation changée")),
    "fees.paid": ActionWords(LogKind.MONEY, Subject.NAME, _("paiement noté")),
    "fees.returned": ActionWords(LogKind.MONEY, Subject.NAME, _("paiement rendu")),
    "receipts.issued": ActionWords(LogKind.MONEY, Subject.NAME, _("reçu établi")),
    "receipts.cancelled": ActionWords(LogKind.MONEY, Subject.NAME, _("reçu annulé")),
    "prizes.list": ActionWords(LogKind.MONEY, Subject.NAME, _("liste de prix changée")),
    "claims.announced": ActionWords(LogKind.EVENT, Subject.EVENT, _("heure des réclamations annoncée")),
    "claims.made": ActionWords(LogKind.RESULTS, Subject.NAME, _("réclamation reçue")),
    "claims.answered": ActionWords(LogKind.RESULTS, Subject.NAME, _("réponse à une réclamation")),
    "prizes.dropped": ActionWords(LogKind.MONEY, Subject.NAME, _("liste de prix retirée")),
    "role.given": ActionWords(LogKind.STAFF, Subject.NAME, _("rôle donné")),
    "role.withdrawn": ActionWords(LogKind.STAFF, Subject.NAME, _("rôle retiré")),
    "invitation.made": ActionWords(LogKind.STAFF, Subject.NAME, _("invitation faite")),
    "invitation.accepted": ActionWords(LogKind.STAFF, Subject.NAME, _("invitation acceptée")),
    "invitation.withdrawn": ActionWords(LogKind.STAFF, Subject.NAME, _("invitation retirée")),
    "home_evening.kept": ActionWords(LogKind.STAFF, Subject.NAME, _("soirée entre amis gardée par le club")),
    "club.table_codes": ActionWords(LogKind.STAFF, Subject.NAME, _("codes des cartons de table changés")),
    "backup.downloaded": ActionWords(LogKind.STAFF, Subject.NAME, _("sauvegarde téléchargée")),
    "backup.restored": ActionWords(LogKind.STAFF, Subject.NAME, _("sauvegarde remise en place")),
    "backup.restore_requested": ActionWords(
        LogKind.STAFF, Subject.NAME, _("remise en place d’une sauvegarde demandée")
    ),
    "backup.planned": ActionWords(LogKind.STAFF, Subject.NAME, _("réglages des sauvegardes changés")),
    "backup.copied": ActionWords(LogKind.STAFF, Subject.NAME, _("copie d’une sauvegarde demandée")),
    "club.codes_replaced": ActionWords(
        LogKind.STAFF, Subject.NAME, _("codes refaits après une remise en place")
    ),
    "club.table_codes_dropped": ActionWords(
        LogKind.STAFF, Subject.NAME, _("codes des cartons de table retirés")
    ),
    "phones.opened": ActionWords(LogKind.STAFF, Subject.COUNT, _("codes des tables créés")),
    "phones.renewed": ActionWords(LogKind.STAFF, Subject.TABLE, _("code d’une table renouvelé")),
    "phones.revoked": ActionWords(LogKind.STAFF, Subject.TABLE, _("code d’une table retiré")),
    "phones.rules": ActionWords(LogKind.STAFF, Subject.EVENT, _("règles des téléphones changées")),
    "log.published": ActionWords(LogKind.STAFF, Subject.EVENT, _("journal publié")),
    "log.unpublished": ActionWords(LogKind.STAFF, Subject.EVENT, _("journal retiré")),
    "tournament.created": ActionWords(LogKind.EVENT, Subject.EVENT, _("tournoi créé")),
    "tournament.game_rules": ActionWords(LogKind.EVENT, Subject.EVENT, _("règles du jeu changées")),
    "tournament.announced": ActionWords(LogKind.EVENT, Subject.EVENT, _("nom, date ou heure changés")),
    "tournament.cancelled": ActionWords(LogKind.EVENT, Subject.EVENT, _("tournoi annulé")),
    "tournament.restored": ActionWords(LogKind.EVENT, Subject.EVENT, _("tournoi rétabli")),
    "tournament.visibility": ActionWords(LogKind.EVENT, Subject.EVENT, _("visibilité changée")),
    "tournament.showing": ActionWords(LogKind.EVENT, Subject.EVENT, _("affichage modifié")),
    "tournament.sections": ActionWords(LogKind.EVENT, Subject.EVENT, _("mouvement changé")),
    "tournament.ranking_options": ActionWords(
        LogKind.EVENT, Subject.EVENT, _("options du classement changées")
    ),
    "tournament.seated": ActionWords(LogKind.EVENT, Subject.EVENT, _("places fixées")),
    "tournament.unseated": ActionWords(LogKind.EVENT, Subject.EVENT, _("places défaites")),
    "tournament.playing": ActionWords(LogKind.EVENT, Subject.EVENT, _("tournoi rouvert")),
    "tournament.finished": ActionWords(LogKind.EVENT, Subject.EVENT, _("tournoi terminé")),
    "entries.opened": ActionWords(LogKind.EVENT, Subject.EVENT, _("inscriptions ouvertes aux joueurs")),
    "entries.shut": ActionWords(LogKind.EVENT, Subject.EVENT, _("inscriptions des joueurs fermées")),
    "entry.rules_set": ActionWords(LogKind.EVENT, Subject.EVENT, _("règles de saisie changées")),
    "tournament.archived": ActionWords(LogKind.EVENT, Subject.EVENT, _("tournoi archivé")),
    "tournament.unarchived": ActionWords(LogKind.EVENT, Subject.EVENT, _("tournoi sorti des archives")),
    "letters.requested": ActionWords(LogKind.PEOPLE, Subject.EVENT, _("lettre aux inscrits envoyée")),
    "letters.stopped": ActionWords(LogKind.PEOPLE, Subject.EVENT, _("envoi d’une lettre arrêté")),
    "letters.resumed": ActionWords(LogKind.PEOPLE, Subject.EVENT, _("lettre envoyée de nouveau")),
    "mails.requested": ActionWords(LogKind.EVENT, Subject.EVENT, _("résultats envoyés par courriel")),
    "mails.cancelled": ActionWords(LogKind.EVENT, Subject.EVENT, _("envoi des résultats arrêté")),
    "session.opened": ActionWords(LogKind.EVENT, Subject.SESSION, _("séance ouverte")),
    "session.dropped": ActionWords(LogKind.EVENT, Subject.SESSION, _("séance supprimée")),
    "attackers.named": ActionWords(LogKind.EVENT, Subject.EVENT, _("attaquants désignés")),
    "tournament.sheets": ActionWords(LogKind.EVENT, Subject.EVENT, _("feuilles de marque changées")),
    "session.planned": ActionWords(LogKind.EVENT, Subject.COUNT, _("séances prévues")),
    "session.coefficient": ActionWords(LogKind.EVENT, Subject.SESSION, _("coefficient de séance changé")),
    "competition.joined": ActionWords(LogKind.EVENT, Subject.NAME, _("ajouté à une compétition")),
    "competition.site_received": ActionWords(
        LogKind.EVENT, Subject.NAME, _("résultats d’un lieu reçus par fichier")
    ),
    "competition.site_removed": ActionWords(
        LogKind.EVENT, Subject.NAME, _("résultats d’un lieu reçus par fichier, retirés")
    ),
    "competition.left": ActionWords(LogKind.EVENT, Subject.NAME, _("sorti d’une compétition")),
    "season.coefficient": ActionWords(LogKind.EVENT, Subject.NAME, _("coefficient de saison changé")),
}
