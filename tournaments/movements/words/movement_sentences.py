"""Sentences about movements by code of the core: their quality, faults of files, refusals."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

from tournaments.core.movements.check import Finding
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.numbering import printed_numbers
from tournaments.core.movements.table_shape import SEATS

REMARKS: dict[str, Promise] = {
    # how good a movement is
    "meets_all_once": gettext_lazy("Chacun rencontre les %(others)s autres, une seule fois."),
    "meets_all_again": gettext_lazy("Chacun rencontre les %(others)s autres, jusqu’à %(most)s fois."),
    "meets_once": ngettext_lazy(
        "Chacun rencontre un seul des %(others)s autres.",
        "Chacun rencontre %(met)s des %(others)s autres, jamais deux fois le même.",
        "met",
    ),
    "meets_once_between": gettext_lazy(
        "Chacun rencontre de %(lowest)s à %(highest)s des %(others)s autres, jamais deux fois le même."
    ),
    "meets_again": ngettext_lazy(
        "Chacun rencontre %(met)s des %(others)s autres ; deux joueurs se retrouvent, jusqu’à %(most)s fois"
        " ensemble.",
        "Chacun rencontre %(met)s des %(others)s autres ; %(pairs)s paires se retrouvent, jusqu’à"
        " %(most)s fois ensemble.",
        "pairs",
    ),
    "meets_again_between": ngettext_lazy(
        "Chacun rencontre de %(lowest)s à %(highest)s des %(others)s autres ; deux joueurs se retrouvent,"
        " jusqu’à %(most)s fois ensemble.",
        "Chacun rencontre de %(lowest)s à %(highest)s des %(others)s autres ; %(pairs)s paires se"
        " retrouvent, jusqu’à %(most)s fois ensemble.",
        "pairs",
    ),
    "two_teams": gettext_lazy("Les deux équipes se rencontrent tout du long."),
    "two_players": gettext_lazy("Les deux joueurs se rencontrent tout du long."),
    "teams_meets_all_once": gettext_lazy("Chaque équipe rencontre les %(others)s autres, une seule fois."),
    "teams_meets_all_again": gettext_lazy(
        "Chaque équipe rencontre les %(others)s autres, jusqu’à %(most)s fois."
    ),
    "teams_meets_once": ngettext_lazy(
        "Chaque équipe rencontre une seule des %(others)s autres.",
        "Chaque équipe rencontre %(met)s des %(others)s autres, jamais deux fois la même.",
        "met",
    ),
    "teams_meets_once_between": gettext_lazy(
        "Chaque équipe rencontre de %(lowest)s à %(highest)s des %(others)s autres, jamais deux fois la même."
    ),
    "teams_meets_again": gettext_lazy(
        "Chaque équipe rencontre %(met)s des %(others)s autres, jusqu’à %(most)s fois la même."
    ),
    "teams_meets_again_between": gettext_lazy(
        "Chaque équipe rencontre de %(lowest)s à %(highest)s des %(others)s autres, jusqu’à %(most)s fois"
        " la même."
    ),
    "compared_equal": ngettext_lazy(
        "Deux concurrents sont toujours comparés sur une seule série.",
        "Deux concurrents sont toujours comparés sur %(times)s séries.",
        "times",
    ),
    "compared_between": gettext_lazy("Deux concurrents sont comparés sur %(lowest)s à %(highest)s séries."),
    "lines_compared_equal": ngettext_lazy(
        "Dans une ligne, deux concurrents sont toujours comparés sur une seule série ;"
        " d’une ligne à l’autre, jamais.",
        "Dans une ligne, deux concurrents sont toujours comparés sur %(times)s séries ;"
        " d’une ligne à l’autre, jamais.",
        "times",
    ),
    "lines_compared_between": gettext_lazy(
        "Dans une ligne, deux concurrents sont comparés sur %(lowest)s à %(highest)s séries ;"
        " d’une ligne à l’autre, jamais."
    ),
    "attacks_equal": ngettext_lazy("Chacun attaque une fois.", "Chacun attaque %(times)s fois.", "times"),
    "attacks_between": gettext_lazy("Chacun attaque de %(lowest)s à %(highest)s fois."),
    "teams_attacks_equal": ngettext_lazy(
        "Chaque équipe attaque une fois.", "Chaque équipe attaque %(times)s fois.", "times"
    ),
    "teams_attacks_between": gettext_lazy("Chaque équipe attaque de %(lowest)s à %(highest)s fois."),
    "sets_equal": ngettext_lazy(
        "Chaque série est jouée une fois.", "Chaque série est jouée %(times)s fois.", "times"
    ),
    "nothing_compared": gettext_lazy(
        "Aucun résultat n’est comparé à un autre ici : chaque étui n’est joué qu’à une table."
    ),
    "sets_between": gettext_lazy("Une série est jouée de %(lowest)s à %(highest)s fois."),
    "nobody_rests": gettext_lazy("Personne n’est exempt."),
    "rests_equal": ngettext_lazy("Chacun est exempt une fois.", "Chacun est exempt %(times)s fois.", "times"),
    "teams_rests_equal": ngettext_lazy(
        "Chaque équipe est exempte une fois.", "Chaque équipe est exempte %(times)s fois.", "times"
    ),
    "rests_once": ngettext_lazy(
        "Un joueur est exempt, une seule fois.",
        "%(units)s joueurs sont exempts, une seule fois chacun.",
        "units",
    ),
    "rests_at_most": ngettext_lazy(
        "Un joueur est exempt, %(times)s fois.",
        "%(units)s joueurs sont exempts, %(times)s fois au plus.",
        "units",
    ),
    "teams_rests_once": ngettext_lazy(
        "Une équipe est exempte, une seule fois.",
        "%(units)s équipes sont exemptes, une seule fois chacune.",
        "units",
    ),
    "teams_rests_at_most": ngettext_lazy(
        "Une équipe est exempte, %(times)s fois.",
        "%(units)s équipes sont exemptes, %(times)s fois au plus.",
        "units",
    ),
    "half_rests": ngettext_lazy(
        "Une table de relais : à chaque position, un attaquant et une défense attendent, une fois au plus la"
        " même équipe.",
        "Une table de relais : à chaque position, un attaquant et une défense attendent, %(most)s fois au"
        " plus la même équipe.",
        "most",
    ),
    "rests_between": gettext_lazy("Chacun est exempt de %(lowest)s à %(highest)s fois."),
    "teams_rests_between": gettext_lazy("Chaque équipe est exempte de %(lowest)s à %(highest)s fois."),
    "three_at_most": ngettext_lazy(
        "%(units)s joueurs passent par une table de trois, une fois au plus.",
        "%(units)s joueurs passent par une table de trois, %(times)s fois au plus.",
        "times",
    ),
    "five_at_most": ngettext_lazy(
        "Sans compter le cinquième, %(units)s joueurs passent par une table de cinq, une fois au plus.",
        "Sans compter le cinquième, %(units)s joueurs passent par une table de cinq, %(times)s fois au plus.",
        "times",
    ),
    # what the adviser proposes
    "size_alone": ngettext_lazy(
        "Une table, %(rounds)s positions d’une donne : %(deals)s donnes en %(minutes)s.",
        "Une table, %(rounds)s positions de %(boards)s donnes : %(deals)s donnes en %(minutes)s.",
        "boards",
    ),
    "size_one": ngettext_lazy(
        "%(tables)s tables, %(rounds)s positions d’une donne : %(deals)s donnes en %(minutes)s.",
        "%(tables)s tables, %(rounds)s positions de %(boards)s donnes : %(deals)s donnes en %(minutes)s.",
        "boards",
    ),
    "size_colours": ngettext_lazy(
        "%(tables)s tables par couleur, %(rounds)s positions d’une donne : %(deals)s donnes en %(minutes)s.",
        "%(tables)s tables par couleur, %(rounds)s positions de %(boards)s donnes :"
        " %(deals)s donnes en %(minutes)s.",
        "boards",
    ),
    "size_alone_between": ngettext_lazy(
        "Une table, %(rounds)s positions d’une donne : de %(least)s à %(deals)s donnes en %(minutes)s.",
        "Une table, %(rounds)s positions de %(boards)s donnes : de %(least)s à %(deals)s donnes en"
        " %(minutes)s.",
        "boards",
    ),
    "size_one_between": ngettext_lazy(
        "%(tables)s tables, %(rounds)s positions d’une donne : de %(least)s à %(deals)s donnes en"
        " %(minutes)s.",
        "%(tables)s tables, %(rounds)s positions de %(boards)s donnes : de %(least)s à %(deals)s donnes"
        " en %(minutes)s.",
        "boards",
    ),
    "size_colours_between": ngettext_lazy(
        "%(tables)s tables par couleur, %(rounds)s positions d’une donne : de %(least)s à %(deals)s donnes"
        " en %(minutes)s.",
        "%(tables)s tables par couleur, %(rounds)s positions de %(boards)s donnes : de %(least)s à %(deals)s"
        " donnes en %(minutes)s.",
        "boards",
    ),
    "odd_nobody": gettext_lazy("Toutes les tables sont complètes."),
    "odd_threes": ngettext_lazy(
        "Une table de trois joueurs à chaque position.",
        "%(tables)s tables de trois joueurs à chaque position.",
        "tables",
    ),
    "odd_fives": ngettext_lazy(
        "Une table de cinq, non homologuée : le cinquième joueur y reste à chaque position.",
        "%(tables)s tables de cinq, non homologuées : le cinquième joueur y reste à chaque position.",
        "tables",
    ),
    "odd_fives_again": ngettext_lazy(
        "Une table de cinq, non homologuée : certains y passent %(most)s fois, le cinquième y reste.",
        "%(tables)s tables de cinq, non homologuées : certains y passent %(most)s fois, le cinquième y"
        " reste.",
        "tables",
    ),
    "odd_threes_again": ngettext_lazy(
        "Une table de trois joueurs à chaque position : certains y passent %(most)s fois.",
        "%(tables)s tables de trois joueurs à chaque position : certains y passent %(most)s fois.",
        "tables",
    ),
    "odd_rest": ngettext_lazy(
        "Personne n’est exempt plus d’une fois.", "Personne n’est exempt plus de %(most)s fois.", "most"
    ),
    "odd_substitutes": ngettext_lazy(
        "Il manque un joueur pour la dernière table : trouvez-le.",
        "Il manque %(people)s joueurs pour la dernière table : trouvez-les.",
        "people",
    ),
    "odd_reserves": ngettext_lazy(
        "Un joueur en trop, remplaçant d’une équipe.",
        "%(people)s joueurs en trop, remplaçants d’une équipe.",
        "people",
    ),
    "length_federal": gettext_lazy(
        "La fédération prévoit au moins %(rounds)s positions et %(deals)s donnes : comptez %(minutes)s."
    ),
    "advice_out_of_range": gettext_lazy("Donnez de 3 à 1200 joueurs, et de 30 min à 12 h."),
    "advice_too_short": gettext_lazy("Le temps est trop court : il faut au moins %(minutes)s."),
    "advice_too_few_boards": gettext_lazy("Trop peu d’étuis : il en faut au moins %(needed)s."),
    "advice_no_movement": gettext_lazy(
        "Aucun mouvement connu pour %(player_count)s joueurs dans ces formules."
    ),
}

FILE_PROBLEMS: dict[str, Promise] = {
    "movement_file_too_large": gettext_lazy("Ce fichier est trop gros : un mouvement tient en 2 Mo."),
    "movement_file_empty": gettext_lazy("Ce fichier est vide : choisissez le fichier d’un mouvement."),
    "movement_binary": gettext_lazy(
        "Ce fichier n’est pas un mouvement lisible : envoyez l’une de ces formes, %(forms)s."
    ),
    "mov_layout": gettext_lazy(
        "Ce fichier .MOV n’a pas la disposition connue des mouvements par paires : envoyez le mouvement en"
        " CSV ou en .ASC."
    ),
    "movement_empty": gettext_lazy("Personne n’est assis dans ce mouvement : remplissez les tables."),
    "json_unreadable": gettext_lazy("Ce JSON est illisible au caractère %(column)s : corrigez la ligne."),
    "json_not_a_movement": gettext_lazy("Ce JSON n’est pas un mouvement : il lui faut « %(expected)s » ici."),
    "movement_version": gettext_lazy("Version inconnue : seule la version %(expected)s est acceptée."),
    "key_unknown": gettext_lazy("Ce nom n’existe pas dans un mouvement : enlevez-le."),
    "key_missing": gettext_lazy("Ce nom manque : ajoutez-le."),
    "name_invalid": gettext_lazy("Le titre est un texte d’une ligne, %(most)s caractères au plus."),
    "shape_unknown": gettext_lazy("Cette forme de table n’existe pas : écrivez %(known)s."),
    "number_not_in_range": gettext_lazy(
        "« %(written)s » n’est pas un nombre entier de %(lowest)s à %(highest)s."
    ),
    "list_expected": gettext_lazy("Il faut une liste ici."),
    "list_length": gettext_lazy("Cette liste a %(length)s éléments, il en faut de %(lowest)s à %(highest)s."),
    "columns_missing": gettext_lazy(
        "Des colonnes manquent (%(missing)s) : ajoutez-les à la ligne de titres."
    ),
    "cell_missing": gettext_lazy("La case est vide : écrivez un nombre, 0 pour personne."),
    "table_twice": gettext_lazy(
        "Cette table est déjà à la ligne %(first_line)s pour cette position : gardez-en une."
    ),
    "lines_disagree": gettext_lazy("Les lignes ne disent pas toutes la même chose dans cette colonne."),
    "asc_heading": gettext_lazy(
        "La première ligne doit donner cinq nombres : concurrents, tables, positions, séries, 0 ou 1."
    ),
    "asc_word": gettext_lazy("« %(written)s » n’est ni un nombre, ni la lettre d’une série à sa place."),
    "asc_length": gettext_lazy(
        "%(length)s nombres et lettres dans les lignes, mais la première en annonce %(expected)s."
    ),
    "movement_tables_per_set": gettext_lazy(
        "%(copies)s exemplaires pour %(tables_per_set)s tables à la fois : un exemplaire par table au plus."
    ),
}

REFUSALS: dict[str, Promise] = {
    "colours_tables": gettext_lazy(
        "Vous ne pouvez pas partager %(table_count)s tables en couleurs : choisissez-en de 3 à %(most)s."
    ),
    "no_movement": gettext_lazy(
        "Pas de mouvement pour ces nombres de tables (%(table_count)s) et de positions (%(round_count)s)."
        " Au plus près (tables/positions au plus/joueurs) : %(shapes)s."
    ),
    "search_range": gettext_lazy("%(value)s ne convient pas ici : choisissez de %(low)s à %(high)s."),
    "no_rovers": gettext_lazy(
        "Pas de joueurs volants pour %(table_count)s tables, %(round_count)s positions et"
        " %(player_count)s joueurs."
    ),
    "catalogue_code": gettext_lazy("Aucun mouvement du catalogue ne s’appelle « %(option)s »."),
    "library_tables": gettext_lazy(
        "Ce mouvement n’existe pas pour %(table_count)s tables : choisissez-en %(known)s."
    ),
    "library_rounds": gettext_lazy(
        "%(round_count)s positions ne vont pas avec %(table_count)s tables : choisissez %(known)s."
    ),
    "library_units": gettext_lazy(
        "Ce mouvement ne place pas %(unit_count)s joueurs ou équipes à %(table_count)s tables : il en"
        " place %(known)s."
    ),
    "library_threes": gettext_lazy(
        "À %(player_count)s joueurs et %(round_count)s positions, quelqu’un serait deux fois à une table de"
        " trois : %(most)s positions au plus."
    ),
    "library_fives": ngettext_lazy(
        "À %(player_count)s joueurs et %(round_count)s positions, quelqu’un serait deux fois à une table de"
        " cinq : une position au plus.",
        "À %(player_count)s joueurs et %(round_count)s positions, quelqu’un serait deux fois à une table de"
        " cinq : %(most)s positions au plus.",
        "most",
    ),
    "triplet_teams": gettext_lazy("Il faut de %(least)s à %(most)s équipes pour des triplettes."),
    "seeding_tables": gettext_lazy(
        "Pas de placement imprimé pour %(table_count)s tables : il en existe pour %(known)s."
    ),
    "unknown_format": gettext_lazy("Aucune formule ne s’appelle « %(written)s » : écrivez %(known)s."),
    "request_number": gettext_lazy("« %(written)s » n’est pas un nombre entier de %(lowest)s à %(highest)s."),
    "line_up_numbers": gettext_lazy(
        "Deux personnes ont la même place de départ, ou une place qui n’existe pas."
    ),
    "free_players": gettext_lazy(
        "%(player_count)s joueurs ne font pas de telles tables : choisissez des tables de trois ou de cinq,"
        " ou des joueurs qui se reposent."
    ),
    "colour_full": gettext_lazy(
        "Une couleur a %(player_count)s joueurs pour %(table_count)s tables : choisissez des tables de cinq,"
        " des joueurs qui se reposent, ou laissez les joueurs changer de couleur."
    ),
}
"""Sentences of refused sizes, choices and searches."""

MOVEMENT_SENTENCES = {**REMARKS, **FILE_PROBLEMS, **REFUSALS}
"""All sentences above by code. `wording.sentence` reads them."""

SOURCE_NAMES: dict[str, Promise] = {
    "fft-straight": gettext_lazy("mouvement en ligne de la fédération"),
    "fft-line": gettext_lazy("mouvement de la fédération pour 6, 8 ou 9 tables"),
    "fft-howell": gettext_lazy("Howell de la fédération"),
    "fft-howell-colours": gettext_lazy("Howell de la fédération par couleurs"),
    "fft-free": gettext_lazy("donnes libres de la fédération"),
    "fft-free-howell": gettext_lazy("Howell de la fédération en donnes libres"),
    "free-threes-moving": gettext_lazy("donnes libres, places vides qui se déplacent"),
    "free-threes-repeated": gettext_lazy("donnes libres, certains deux fois à une table de trois"),
    "free-fives": gettext_lazy("donnes libres, tables de cinq (non homologuées)"),
    "free-fives-repeated": gettext_lazy(
        "donnes libres, certains deux fois à une table de cinq (non homologuée)"
    ),
    "free-few-tables": gettext_lazy("donnes libres à quelques tables"),
    "free-few-fives": gettext_lazy("donnes libres à quelques tables, certaines de cinq (non homologuées)"),
    "free-one-table": gettext_lazy("donnes libres à une seule table"),
    "fft-triplet-line": gettext_lazy("triplettes en ligne de la fédération"),
    "fft-triplet-howell": gettext_lazy("Howell de la fédération en triplettes"),
    "fft-emmanuel": gettext_lazy("mouvement Emmanuel de la fédération"),
    "fft-quartets": gettext_lazy("quadrettes de la fédération"),
    "fft-teams": gettext_lazy("match par équipes de la fédération"),
    "fft-triangular": gettext_lazy("triangulaire de la fédération"),
    "cyclic_steps": gettext_lazy("lignes aux pas calculés"),
    "field": gettext_lazy("construction par les corps finis"),
    "difference_matrix": gettext_lazy("construction par différences"),
    "product": gettext_lazy("produit de deux mouvements"),
    "latin_squares": gettext_lazy("carrés latins orthogonaux"),
    "resting_table": gettext_lazy("une table de relais"),
    "rovers": gettext_lazy("joueurs volants"),
    "shared_sets_2": gettext_lazy("chaque série sur deux tables à la fois"),
    "shared_sets_3": gettext_lazy("chaque série sur trois tables à la fois"),
    "shared_sets_4": gettext_lazy("chaque série sur quatre tables à la fois"),
    "golfers": gettext_lazy("mouvement individuel sans lignes"),
    "golfers_resting": gettext_lazy("mouvement individuel sans lignes, une table de relais"),
    "golfers_rovers": gettext_lazy("mouvement individuel sans lignes, joueurs volants"),
    "whist": gettext_lazy("tournoi de whist"),
    "whist_resting": gettext_lazy("tournoi de whist, une table de relais"),
    "whist_rovers": gettext_lazy("tournoi de whist, joueurs volants"),
    **{f"seats-{count}": gettext_lazy("rencontres et relais partagés par calcul") for count in SEATS},
    **{
        f"free-seats-{count}": gettext_lazy("rencontres et relais partagés par calcul, donnes libres")
        for count in SEATS
    },
}
"""Names of the constructions of the catalogue, by code."""


SENTENCES: dict[str, Promise] = {
    "M1": gettext_lazy("Position %(round)s : le joueur %(player)s a %(seats)s places ; laissez-lui-en une."),
    "M2": gettext_lazy("Le joueur %(player)s joue %(times)s fois la série %(board_set)s : une fois suffit."),
    "M3": gettext_lazy("Position %(round)s : la série %(board_set)s est à %(tables)s tables à la fois."),
    "M4": gettext_lazy(
        "Position %(round)s, table %(table)s, joueurs assis : %(players)s. Il en faut quatre et une"
        " série, ou personne et pas de série."
    ),
    "M5": gettext_lazy("Le joueur %(player)s ne joue nulle part : placez-le, ou renumérotez les suivants."),
    "M6": gettext_lazy("Position %(round)s, table %(table)s : le même numéro est à plusieurs places."),
    "I1": gettext_lazy("Les joueurs %(player)s et %(other_player)s se rencontrent %(times)s fois."),
    "I2": gettext_lazy("Le joueur %(player)s occupe %(sides)s orientations : pas de classement alterné."),
    "I3": gettext_lazy("Le joueur %(player)s ne joue que %(rounds)s positions."),
    "I4": gettext_lazy("La série %(board_set)s est jouée %(times)s fois, une autre %(most)s fois."),
}
FROM_ZERO = frozenset({"round", "table", "board_set"})
PLAYERS = frozenset({"player", "other_player"})
MOST_SHOWN = 20
"""Largest number of findings of one kind (errors, notes) shown at once."""


def finding_texts(movement: Movement, findings: Iterable[Finding]) -> list[str]:
    """Return the first findings as sentences. Numbers start at 1, as in files and on paper."""
    printed_number = printed_numbers(movement).tolist()
    return [
        str(SENTENCES[finding.rule])
        % {
            # players have numbers of their own on paper; the other values count from 0 in the core
            name: printed_number[value] if name in PLAYERS else value + (name in FROM_ZERO)
            for name, value in finding.values.items()
        }
        for finding in list(findings)[:MOST_SHOWN]
    ]
