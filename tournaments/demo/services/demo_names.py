"""Names of people who do not exist, for demonstrations and practice."""

FIRST_NAMES = (
    "Agathe", "Aimé", "Alix", "Anaïs", "Barnabé", "Bérénice", "Camille", "Céleste", "Clotilde", "Côme",
    "Damien", "Éloïse", "Émile", "Fanny", "Florent", "Gaëlle", "Gaspard", "Hélène", "Honoré", "Inès",
    "Jeanne", "Joël", "Lazare", "Léonie", "Loïc", "Maëlle", "Marius", "Noémie", "Octave", "Paul",
    "Quentin", "Romane", "Salomé", "Sylvère", "Théo", "Ursule", "Valère", "Yaël", "Zélie", "Zacharie",
)  # fmt: skip
LAST_NAMES = (
    "Abricotier", "Boisjoli", "Bellerive", "Castelnoir", "Chantebise", "Coquelicot", "D’Orgemont",
    "Doucefontaine", "Écluse", "Fauvette", "Feuillevert", "Grandpré", "Hautecombe", "Jolivent",
    "Lacarelle", "Lampion", "Longchemin", "Malvoisie", "Merleblanc", "Mirabel", "Montrésor", "Nivernais",
    "Oriflamme", "Passerose", "Pontvieux", "Quatrebarbes", "Rivedoux", "Rochebrune", "Saint-Amour",
    "Sansoucy", "Tournesol", "Trèfle-Dubois", "Valmont-Lys", "Ventaroux", "Verdurin", "Villeclaire",
    "Volubilis", "Beaurivage", "Clairbois", "Petitjour",
)  # fmt: skip
