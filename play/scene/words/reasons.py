"""Reasons of a robot's choice in words: number of deals tried, and gain over the second choice."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.actions import Action, CallCard, DiscardCard, GiveCard, PlayCard
from games.core.bots.choices import ChoiceMethod, RobotChoice
from play.scene.words.steps import button_words
from tournaments.base.words.cards import the_card

MOVES: dict[type[Action], Promise] = {
    PlayCard: gettext_lazy("Le robot jouerait %(card)s"),
    DiscardCard: gettext_lazy("Le robot écarterait %(card)s"),
    GiveCard: gettext_lazy("Le robot donnerait %(card)s"),
    CallCard: gettext_lazy("Le robot appellerait %(card)s"),
}


def reason_words(choice: RobotChoice, *, lowest_wins: bool) -> str:
    """Return a robot's choice and its reason in a sentence, the difference in whole points.

    Args:
        lowest_wins: whether points are bad in the game.
    """
    move = _move(choice.action)
    if choice.method is ChoiceMethod.FORCED:
        return _("%(move)s : c’est le seul choix.") % {"move": move}
    other_means = {action: mean for action, mean in choice.means.items() if action != choice.action}
    if not other_means:
        return _("%(move)s : c’est la règle qu’il suit ici, sans calcul.") % {"move": move}
    second = max(other_means, key=choice.worth_of)
    points = round(choice.means[choice.action] - other_means[second])
    values = {
        "move": move,
        "deals": _deals(choice),
        "points": ngettext("%(count)d point", "%(count)d points", abs(points)) % {"count": abs(points)},
        "other": _other(second),
    }
    if not points:
        return _("%(move)s : sur %(deals)s, cela vaut autant en moyenne que %(other)s.") % values
    # the choice wins more often, though its mean is lower
    if points < 0:
        return (
            _(
                "%(move)s : sur %(deals)s, cela fait plus souvent mieux que %(other)s, mais rapporte "
                "%(points)s de moins en moyenne."
            )
            % values
        )
    if lowest_wins:
        return (
            _("%(move)s : sur %(deals)s, il prend en moyenne %(points)s de moins qu’avec %(other)s.") % values
        )
    return _("%(move)s : sur %(deals)s, il gagne en moyenne %(points)s de plus qu’avec %(other)s.") % values


def _move(action: Action) -> str:
    if isinstance(action, PlayCard | DiscardCard | GiveCard | CallCard):
        return str(MOVES[type(action)]) % {"card": the_card(action.card)}
    return _("Le robot choisirait « %(name)s »") % {"name": button_words(action)}


def _other(action: Action) -> str:
    if isinstance(action, PlayCard | DiscardCard | GiveCard | CallCard):
        return the_card(action.card)
    return _("« %(name)s »") % {"name": button_words(action)}


def _deals(choice: RobotChoice) -> str:
    """Return the number of imagined deals in words. The seat cannot distinguish them from the real one."""
    if choice.method is ChoiceMethod.SEARCHED:
        text = ngettext(
            "%(count)d donne possible jouée au mieux jusqu’à la fin",
            "%(count)d donnes possibles jouées au mieux jusqu’à la fin",
            choice.worlds,
        )
    else:
        text = ngettext("%(count)d donne possible", "%(count)d donnes possibles", choice.worlds)
    return text % {"count": choice.worlds}
