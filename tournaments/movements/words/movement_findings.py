"""What the checker of movements finds, in sentences, by the rule or ideal of docs/movements.md."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.core.movements.check import Finding
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.numbering import printed_numbers

SENTENCES: dict[str, Promise] = {
    "M1": gettext_lazy("Position %(round)s : le joueur %(player)s a %(seats)s places ; laissez-lui-en une."),
    "M2": gettext_lazy("Le joueur %(player)s joue %(times)s fois la série %(board_set)s : une fois suffit."),
    "M3": gettext_lazy("Position %(round)s : la série %(board_set)s est à %(tables)s tables à la fois."),
    "M4": gettext_lazy(
        "Position %(round)s, table %(table)s : %(players)s joueur(s). Il en faut quatre et une série,"
        " ou personne et pas de série."
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
"""Findings of one kind that a person reads before mending the first ones."""


def finding_texts(movement: Movement, findings: Iterable[Finding]) -> list[str]:
    """The first findings as sentences, with numbers from 1 as files and papers write them."""
    printed = printed_numbers(movement).tolist()
    return [
        str(SENTENCES[finding.rule])
        % {
            name: printed[value] if name in PLAYERS else value + (name in FROM_ZERO)
            for name, value in finding.values.items()
        }
        for finding in list(findings)[:MOST_SHOWN]
    ]
