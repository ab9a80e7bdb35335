"""Use of each document in one line, for the list of documents."""

from django.utils.translation import gettext_lazy as _

from tournaments.enums import DocumentKind

DOCUMENT_USES = {
    DocumentKind.TRAVELLERS: _("À glisser dans chaque étui : une ligne par table qui le joue."),
    DocumentKind.SCORE_SHEETS: _("Une par table et par position : qui prend, la marque, les totaux."),
    DocumentKind.DUEL_SHEETS: _(
        "Pour chaque équipe : adversaires, étuis, marques, points de match ; les quarts d’une rencontre."
    ),
    DocumentKind.BLANK_FORMS: _("Les feuilles de la fédération, à remplir à la main."),
    DocumentKind.SEAT_LISTS: _("À afficher : qui joue où, par table ou par ordre alphabétique."),
    DocumentKind.PERSONAL_CARDS: _("Pour chaque joueur : ses positions, et des cases pour ses marques."),
    DocumentKind.GUIDE_CARDS: _("Pour chaque joueur : table, étuis et adversaires à chaque position."),
    DocumentKind.RELAY_SLIPS: _("Pour les joueurs sans table à une position : quand et où ils reviennent."),
    DocumentKind.SUBSTITUTE_SLIPS: _("Pour un remplaçant : où il s’assoit et à la place de qui."),
    DocumentKind.MOVEMENT_SHEETS: _("À poser sur chaque table : qui s’y assoit à chaque position."),
    DocumentKind.MOVEMENT_MAP: _("À afficher : où vont les joueurs et les étuis entre deux positions."),
    DocumentKind.TABLE_CARDS: _("Le numéro de chaque table, à poser dessus ; à garder."),
    DocumentKind.ORIENTATION_BOARDS: _("Nord, Sud, Est, Ouest, à poser devant les joueurs ; à garder."),
    DocumentKind.NAME_BADGES: _(
        "Un badge par joueur : nom, équipe, club, licence, et un code pour l’accueil."
    ),
    DocumentKind.ENTRY_SLIPS: _("À l’entrée : nom, club, licence, droit d’inscription."),
    DocumentKind.HAND_DIAGRAMS: _("Les cartes de chaque main, à glisser dans les pochettes des étuis."),
    DocumentKind.COVER_SHEET: _("Sur la boîte des étuis : leur nombre, leur empreinte, qui les a préparés."),
    DocumentKind.BOARD_LABELS: _("À coller sur les étuis : numéro, donneur, preneur ; à garder."),
    DocumentKind.SORTING_SHEETS: _("Pour remplir un étui : la pochette de chaque carte du jeu."),
    DocumentKind.COPY_SHEETS: _("Pour remplir les étuis à quatre, chacun avec son paquet de cartes."),
    DocumentKind.DOG_SLIPS: _("Les six cartes de chaque chien, pour sa pochette."),
    DocumentKind.RANKING: _("À afficher ou à archiver : le classement complet."),
    DocumentKind.GROUP_RANKINGS: _("Un classement par série, catégorie, pays ou club."),
    DocumentKind.PLAYER_REPORTS: _("Pour chaque joueur : ses donnes, ses notes, le meilleur et la moyenne."),
    DocumentKind.SESSION_REPORT: _("Pour l’arbitre : classement, décisions et tous les résultats par étui."),
    DocumentKind.RULINGS_LIST: _("Toutes les décisions et pénalités de la séance."),
    DocumentKind.RULING_SHEET: _("Des fiches vierges pour noter une décision à la table."),
    DocumentKind.POSTER: _("Une affiche avec un code : le classement sur le téléphone."),
    DocumentKind.RULES_LEAFLET: _("Les règles du jeu de la soirée, sur une feuille à plier."),
    DocumentKind.PRIZE_LIST: _("Les prix, qui les gagne, et les reçus à signer."),
    DocumentKind.RECEIPTS: _("Pour chaque payeur : numéro, somme, moyen de paiement, place pour signer."),
    DocumentKind.TAKINGS: _("Pour le trésorier : les sommes reçues, par moyen de paiement."),
    DocumentKind.DEAL_BOOKLET: _("Les donnes jouées, pour les joueurs, après la soirée."),
    DocumentKind.TEACHING_SHEETS: _("Une donne à étudier par page, la solution à part."),
    DocumentKind.HOMOLOGATION: _("Le rapport à envoyer à la fédération."),
}
"""Uses of all documents except the packs, which contain several."""
