"""A hint in words: the move, a club's reason for it, and the figures behind it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.actions import Action, CallCard, DiscardCard, GiveCard, MakeBid, PlayCard, ShowHandful
from games.core.bots.habits.call_reasons import CallReason
from games.core.bots.habits.card_reasons import CardReason
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.habits.side_reasons import SideReason
from games.core.cards import BOUTS, KING, Card, face, half_points, rank_of, suit_of
from games.core.outcome import Bid
from games.core.written_points import format_points
from play.scene.words.steps import button_words, handful_words
from play.tables.services.hints import Hint
from tournaments.base.words.cards import the_card, the_cards

MOVES: dict[type[Action], Promise] = {
    PlayCard: gettext_lazy("Le robot jouerait %(card)s"),
    DiscardCard: gettext_lazy("Le robot écarterait %(card)s"),
    GiveCard: gettext_lazy("Le robot donnerait %(card)s"),
    CallCard: gettext_lazy("Le robot appellerait %(card)s"),
}
VOID_IN: tuple[Promise, ...] = (
    gettext_lazy("à pique"),
    gettext_lazy("à cœur"),
    gettext_lazy("à carreau"),
    gettext_lazy("à trèfle"),
)
REASONS: dict[CardReason | CallReason | SideReason, Promise] = {
    CardReason.SAVE_PETIT_LAST: gettext_lazy("Sauvez le Petit : vous jouez en dernier."),
    CardReason.SAVE_PETIT_WITH_FRIEND: gettext_lazy("Sauvez le Petit : ce pli reste à votre camp."),
    CardReason.SAVE_PETIT_FROM_TAKER: gettext_lazy("Sauvez le Petit : le preneur n’est pas maître du pli."),
    CardReason.RUFF_PETIT: gettext_lazy("Coupez du Petit : il est sauvé si personne ne surcoupe."),
    CardReason.KEEP_PETIT: gettext_lazy("Gardez le Petit : il serait en danger dans ce pli."),
    CardReason.PETIT_TO_THE_END: gettext_lazy(
        "Gardez le Petit pour le dernier pli : il y rapporte une prime."
    ),
    CardReason.CATCH_PETIT: gettext_lazy("Prenez le Petit : il est sur la table."),
    CardReason.HUNT_PETIT: gettext_lazy("Chassez le Petit : jouez vos gros atouts."),
    CardReason.DRAW_TRUMPS: gettext_lazy("Faites tomber les atouts de la défense."),
    CardReason.EXCUSE_IN_TIME: gettext_lazy("Jouez l’Excuse à temps : au dernier pli, elle serait perdue."),
    CardReason.EXCUSE_SAVES: gettext_lazy("L’Excuse évite de donner une figure."),
    CardReason.EXCUSE_SPARES_TRUMP: gettext_lazy("L’Excuse vous garde un atout."),
    CardReason.KEEP_EXCUSE: gettext_lazy("Gardez l’Excuse pour un pli plus cher."),
    CardReason.LOAD_BEFORE_CALLED: gettext_lazy(
        "Chargez : le preneur n’est pas maître du pli ; son partenaire reste à trouver."
    ),
    CardReason.HOLD_BACK: gettext_lazy(
        "Ne chargez pas : le joueur maître du pli est peut-être le partenaire du preneur."
    ),
    CardReason.WAIT_TO_LOAD: gettext_lazy("Ne chargez pas encore : un adversaire peut reprendre ce pli."),
    CardReason.LOAD: gettext_lazy("Chargez : votre camp est maître du pli."),
    CardReason.NOTHING_TO_GIVE: gettext_lazy(
        "Votre camp est maître du pli, mais vous n’avez pas de figure à y mettre."
    ),
    CardReason.NOTHING_BEFORE_CALLED: gettext_lazy(
        "Le preneur n’est pas maître du pli, mais vous n’avez pas de figure à y mettre."
    ),
    CardReason.TAKE_LAST: gettext_lazy("Prenez le pli : vous jouez en dernier."),
    CardReason.TAKE_WITH_MASTER: gettext_lazy("Prenez le pli : c’est la carte maîtresse de la couleur."),
    CardReason.RUFF: gettext_lazy("Coupez : vous n’avez pas la couleur demandée."),
    CardReason.RUFF_HIGH: gettext_lazy("Coupez haut : d’autres peuvent encore surcouper."),
    CardReason.JUST_OVER: gettext_lazy("Montez au plus juste : gardez vos gros atouts."),
    CardReason.BIG_TRUMP: gettext_lazy("Montez haut : les suivants devront faire mieux ou rester dessous."),
    CardReason.LOW_TRUMP: gettext_lazy("Vous ne prendrez pas ce pli : donnez votre plus petit atout."),
    CardReason.PLAY_LOW: gettext_lazy("Donnez peu de points : d’autres vont encore jouer."),
    CardReason.PLAY_HIGH: gettext_lazy("Montez : il faudra une carte plus forte pour prendre ce pli."),
    CardReason.LET_GO: gettext_lazy("Laissez passer ce pli : gardez votre carte forte."),
    CardReason.SPARE_POINTS: gettext_lazy("Le pli n’est pas pour vous : donnez le moins de points possible."),
    CardReason.CASH_MASTER: gettext_lazy("Encaissez : c’est la carte maîtresse de la couleur."),
    CardReason.LEAD_LONG: gettext_lazy("Jouez votre couleur longue."),
    CardReason.LEAD_SHORT: gettext_lazy("Jouez votre couleur courte : vous pourrez ensuite la couper."),
    CardReason.TRUMP_THE_TAKER: gettext_lazy("Jouez atout : l’attaque coupera moins."),
    CallReason.OWN: gettext_lazy("Vous tenez cette carte : vous n’aurez pas de partenaire."),
    CallReason.WITH_QUEEN: gettext_lazy(
        "Vous tenez la dame : les deux plus fortes cartes de la couleur seront à votre camp."
    ),
    CallReason.SHORT: gettext_lazy(
        "Vous avez peu de cartes de cette couleur : jouez-y pour donner la main à votre partenaire, "
        "puis coupez."
    ),
    CallReason.LONG: gettext_lazy(
        "Cette couleur est longue chez vous : la carte aide à la rendre maîtresse."
    ),
    SideReason.LEAD_LOW: gettext_lazy(
        "Entamez par votre plus petite carte de la couleur : un autre peut prendre le pli."
    ),
    SideReason.SHED_HIGH: gettext_lazy("Jouez tôt vos fortes cartes : chacun peut encore fournir."),
    SideReason.STAY_UNDER: gettext_lazy("Restez dessous : un autre prend ce pli."),
    SideReason.EXCUSE_DUCKS: gettext_lazy("L’Excuse ne prend aucun pli."),
    SideReason.SHED_POINTS: gettext_lazy("Débarrassez-vous d’une carte chère : un autre prend ce pli."),
    SideReason.SHED_STRONG: gettext_lazy("Débarrassez-vous d’une carte forte : un autre prend ce pli."),
    SideReason.TAKE_FREE: gettext_lazy("Prenez ce pli : il ne contient aucune carte chère."),
    SideReason.TAKE_HIGH: gettext_lazy(
        "Vous prendrez ce pli de toute façon : donnez votre carte la plus forte."
    ),
    SideReason.HOPE_OVER: gettext_lazy("Vous ne pouvez pas rester dessous : un suivant peut encore monter."),
    SideReason.WIN_BET: gettext_lazy("Il vous manque des plis : essayez de prendre celui-ci."),
    SideReason.KEEP_HIGH: gettext_lazy("Gardez vos gros atouts pour les plis qui vous manquent."),
    SideReason.DUCK_BET: gettext_lazy("Vous avez fait les plis annoncés : restez dessous."),
    SideReason.PLAY_AGAIN: gettext_lazy("Cette carte vous fait rejouer."),
    SideReason.OPEN_OWN: gettext_lazy("Cette carte ouvre la voie à une autre des vôtres."),
    SideReason.NEAR_OWN: gettext_lazy("Cette carte rapproche la suite d’une autre des vôtres."),
    SideReason.OPEN_NOTHING: gettext_lazy("Cette carte n’ouvre la voie à personne."),
}


@dataclass(frozen=True, slots=True)
class HintWords:
    """A hint in two parts."""

    advice: str
    """The move, with the reason that a club would give."""
    figures: str
    """Comparison with the best of the other choices; "" if nothing was computed."""


def hint_words(hint: Hint, *, lowest_wins: bool) -> HintWords:
    """Return the move with its reason, and the figures.

    Args:
        lowest_wins: whether points are bad in the game.
    """
    advice = _move_words(hint)
    if hint.reason is not None:
        advice = f"{advice} {REASONS[hint.reason]}"
    elif hint.choice.discard:
        advice = f"{advice} {_discard_words(hint)}"
    elif any(isinstance(action, MakeBid) for action in hint.view.legal):
        advice = f"{advice} {_hand_words(hint.view.hand)}"
    return HintWords(advice, _figures(hint.choice, lowest_wins=lowest_wins))


def discard_effect(hand: Collection[Card], cards: Collection[Card]) -> tuple[str, str]:
    """Return the points that a discard saves, and the suits that it leaves empty, in words; "" for none."""
    suits_held = {suit_of(card) for card in hand if card not in cards}
    suits_emptied = {suit_of(card) for card in cards} - suits_held
    voids = [str(words) for suit, words in enumerate(VOID_IN) if suit in suits_emptied]
    return format_points(sum(map(half_points, cards))), get_text_list(voids, _("et"))


def _discard_words(hint: Hint) -> str:
    points, suits = discard_effect(hint.view.hand, hint.choice.discard)
    if not suits:
        return _("Cet écart met %(points)s points à l’abri.") % {"points": points}
    return _("Cet écart met %(points)s points à l’abri et vous coupe %(suits)s.") % {
        "points": points,
        "suits": suits,
    }


def _hand_words(hand: Collection[Card]) -> str:
    """Return what a hand is judged by before a bid: its bouts, trumps and kings."""
    faces = [face(card) for card in hand]
    bouts = sum(card in BOUTS for card in faces)
    trumps = sum(suit_of(card) is None for card in faces)
    kings = sum(rank_of(card) == KING for card in faces)
    counts = (
        _("aucun bout") if not bouts else ngettext("%(count)d bout", "%(count)d bouts", bouts),
        _("aucun atout") if not trumps else ngettext("%(count)d atout", "%(count)d atouts", trumps),
        _("aucun roi") if not kings else ngettext("%(count)d roi", "%(count)d rois", kings),
    )
    numbers = (bouts, trumps, kings)
    words = [text % {"count": number} for text, number in zip(counts, numbers, strict=True)]
    return _("Votre main : %(counts)s.") % {"counts": ", ".join(words)}


def _move_words(hint: Hint) -> str:
    choice = hint.choice
    if choice.discard:
        return f"{MOVES[DiscardCard] % {'card': the_cards(choice.discard)}}."
    move = _move(choice.action, hint.view.legal)
    others = [card for card in hint.alike if choice.action != PlayCard(card)]
    if others:
        template = ngettext(
            "%(move)s ; autant vaut %(others)s.", "%(move)s ; autant valent %(others)s.", len(others)
        )
        return template % {"move": move, "others": the_cards(others)}
    if choice.method is ChoiceMethod.FORCED:
        return _("%(move)s : c’est le seul choix.") % {"move": move}
    if len(choice.means) < 2 and hint.reason is None:
        return _("%(move)s, selon l’usage : il n’a pas essayé les autres coups.") % {"move": move}
    return f"{move}."


def _figures(choice: RobotChoice, *, lowest_wins: bool) -> str:
    """Return the chance of a bid, or the comparison with the best alternative, in whole points."""
    if choice.made:
        return _bid_figures(choice)
    other_means = {action: mean for action, mean in choice.means.items() if action != choice.action}
    if not other_means:
        return ""
    second = max(other_means, key=other_means.__getitem__)
    points = round(choice.means[choice.action] - other_means[second])
    values = {
        "deals": _deals(choice),
        "points": ngettext("%(count)d point", "%(count)d points", abs(points)) % {"count": abs(points)},
        "other": _other(second),
    }
    if not points:
        return _("Sur %(deals)s, cela vaut autant en moyenne que %(other)s.") % values
    if points < 0 and choice.wins.get(choice.action, 0.0) < choice.wins.get(second, 0.0):
        return (
            _(
                "Sur %(deals)s, l’écart avec %(other)s reste dans le hasard du calcul. "
                "Le robot suit ce qu’il a appris en jouant."
            )
            % values
        )
    # the choice wins more often, though its mean is lower
    if points < 0:
        return (
            _(
                "Sur %(deals)s, cela fait plus souvent mieux que %(other)s, mais rapporte "
                "%(points)s de moins en moyenne."
            )
            % values
        )
    if lowest_wins:
        return _("Sur %(deals)s, il prend en moyenne %(points)s de moins qu’avec %(other)s.") % values
    return _("Sur %(deals)s, il gagne en moyenne %(points)s de plus qu’avec %(other)s.") % values


def _bid_figures(choice: RobotChoice) -> str:
    """Return how often the chosen contract is made; for a pass, the contract that is made most often."""
    bid = choice.action if choice.action in choice.made else max(choice.made, key=choice.made.__getitem__)
    values = {"deals": _deals(choice), "bid": button_words(bid), "count": choice.made[bid]}
    words = _("Sur %(deals)s, « %(bid)s » réussit %(count)d fois.") % values
    if choice.action == MakeBid(Bid.PRISE.value) and 2 * choice.made[bid] < choice.worlds:
        risk = _("Le risque reste petit : de tous les contrats, une prise chutée coûte le moins.")
        return f"{words} {risk}"
    return words


def _move(action: Action, legal: Sequence[Action]) -> str:
    if isinstance(action, PlayCard | DiscardCard | GiveCard | CallCard):
        return str(MOVES[type(action)]) % {"card": the_card(action.card)}
    name = handful_words(action, legal) if isinstance(action, ShowHandful) else button_words(action)
    return _("Le robot choisirait « %(name)s »") % {"name": name}


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
