"""Names of the games of the registry, for pages."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.core.variants.registry import find_variant

FAMILY_NAMES: dict[str, Promise] = {
    "tarot": gettext_lazy("Tarot"),
    "nullo": gettext_lazy("Nullo"),
    "papayou": gettext_lazy("Papayou"),
    "grelin": gettext_lazy("Grelin"),
    "contrat": pgettext_lazy("game", "Contrat"),
    "cold-poker": gettext_lazy("Cold-Poker"),
}
FORM_NAMES: dict[str, Promise] = {
    "tirette": gettext_lazy("à la tirette"),
    "mort": gettext_lazy("avec un mort"),
    "decouverte": gettext_lazy("à la découverte"),
    "flambeuse": gettext_lazy("à la flambeuse"),
    "dog": gettext_lazy("avec chien"),
}
"""Names of the forms of one game for one number of players, by the end of the game's stored name."""


def game_name(game: str) -> str:
    """Return the name of a game for pages, from its stored name.

    For example "nullo-3" is "Nullo à 3" and "tarot-2-tirette" is "Tarot à 2 à la tirette".

    Raises:
        InvalidRules: `unknown_game`.
    """
    count = find_variant(game).player_count
    # a stored name is "<family>-<count>" or "<family>-<count>-<form>"
    family, _count, form = game.partition(f"-{count}")
    name = _("%(game)s à %(count)d") % {"game": FAMILY_NAMES[family], "count": count}
    return f"{name} {FORM_NAMES[form[1:]]}" if form else name
