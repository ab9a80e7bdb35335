"""A complete deal with a remark for each trick.

Source:
    Document 000 of the project comments this deal. It gives the taker and the bid, the discard, the eight
    trumps, two bouts and two kings of the taker, the eight trumps on the taker's right, the 21 and the 20
    with the two other defenders, and the count: 30 points in tricks and 7 in the discard, 4 short of 41.
    The other cards and the order of play are ours.
"""

from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.core.actions import DiscardCard, PlayCard, Ready
from games.core.cards import parse_card
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.dealing.layout_text import parse_layout
from games.core.exchange.deals import record_of_state, start_of
from games.core.notation import PlayedDeal, format_played_deal
from games.core.outcome import Bid
from games.core.play import State
from games.core.seats import NORTH

TITLE = _("Une prise commentée")
DEAL = (
    "T19.17.13.10.7.1/E/S109/HR74/DC/CRV962 "
    "T18.16.15.14.12.8.6.3/S51/H1031/D7541/C3 "
    "T21.5.2/SDV862/H98/DDV1092/CC81 "
    "T20.11.9/SRC74/HDV652/DR3/CD1074 "
    "+T4/S3/HC/D86/C5"
)
DISCARD = "DC D8 D6 S9 S3 HC"
PLAYS = (
    "S1 SD SR S10",
    "D3 4T D1 D2",
    "HR H1 H8 H2",
    "H4 H3 H9 HV",
    "DR 1T D4 D9",
    "CV C3 CC CD",
    "9T 10T 12T 21T",
    "D10 20T EX D5",
    "C4 CR 3T C1",
    "14T 2T 11T 17T",
    "C2 6T C8 C7",
    "15T 5T S4 19T",
    "H7 H10 DV HD",
    "SC 7T S5 S2",
    "C5 8T SV C10",
    "16T S6 S7 13T",
    "D7 DD H5 C6",
    "S8 H6 C9 18T",
)
"""Tricks in playing order. West leads the first one."""
BEFORE = _(
    "Nord a risqué une prise. Le chien ne lui apporte guère que le 4 d’atout : il écarte tout le carreau, "
    "deux petits piques et le cavalier de cœur, 7 points mis à l’abri. Il lui reste huit atouts avec le "
    "Petit et l’Excuse, et deux rois : il doit faire 41 points. Mais Ouest a huit atouts, lui aussi."
)
REMARKS: tuple[Promise, ...] = (
    _("Ouest entame l’as de pique. Est met le roi, Nord n’a que le 10 : le premier pli part avec 9 points."),
    _("Est joue carreau, où Nord s’est coupé. Le 4 d’atout suffit : le pli est petit, la main est à lui."),
    _("Le roi de cœur passe, chacun ayant encore du cœur : 6 points sûrs, pris avant que quelqu’un coupe."),
    _("Nord rejoue cœur pour vider cette couleur. Est prend du valet."),
    _(
        "Est joue le roi de carreau : Nord coupe du Petit. Les autres ont encore du carreau, le Petit est "
        "sauvé et le roi pris : 10 points d’un coup. C’est la coupe préparée par l’écart."
    ),
    _("Nord ouvre sa longue à trèfle. Il y laisse le valet et un pli à la dame d’Est."),
    _("Est joue atout : chacun doit monter. Sud fait le pli avec le 21, et le 12 d’Ouest est tombé."),
    _(
        "Sud joue carreau. Est, qui n’en a plus, coupe du 20. Nord fournit l’Excuse : il la garde et "
        "donnera une carte d’un demi-point."
    ),
    _("Nord met le roi de trèfle, mais Ouest n’a plus de trèfle et coupe du 3 : le second roi est perdu."),
    _("Ouest joue atout pour user ceux du preneur. Nord monte du 17 et prend."),
    _("Nord rejoue trèfle pour faire couper Ouest, qui prend du 6 : chaque coupe lui coûte un atout."),
    _("Ouest insiste avec le 15. Nord prend du 19 : il n’a plus que deux atouts, Ouest en a encore trois."),
    _("Nord sort de main à cœur. Ouest y met le 10, Est prend de la dame et Sud y charge un valet."),
    _("Est joue le cavalier de pique : Nord coupe du 7 et gagne 4 points. Ce sera son dernier pli."),
    _("Nord joue trèfle une fois encore. Ouest coupe du 8 et Sud donne le valet de pique."),
    _("Ouest tire le 16 : le 13, dernier atout de Nord, tombe. Ouest a toujours le 18."),
    _("Ouest joue carreau pour la dame de Sud. Nord n’a plus que des trèfles à donner."),
    _("Ouest garde le dernier pli avec le 18. Il a manqué un atout à Nord pour durer plus qu’Ouest."),
)
"""Remarks, one per trick."""
CLOSING = _(
    "Nord compte 30 points dans ses plis et 7 dans son écart : 37. Avec deux bouts il en fallait 41, le "
    "contrat est chuté de 4. La marque est de 25 + 4, soit 29 points pour chaque défenseur, et 87 de moins "
    "pour Nord."
)


@cache
def finished_play() -> State:
    """Play the deal to its end with the engine, which rejects illegal actions."""
    layout = parse_layout(DEAL)
    state = start_of(PlayedDeal(FEDERATION_GAME, layout, NORTH, contract=(NORTH, Bid.PRISE.value)))
    for text in DISCARD.split():
        state = state.apply(DiscardCard(parse_card(text)))
    if Ready() in state.legal_actions():
        state = state.apply(Ready())
    for text in " ".join(PLAYS).split():
        state = state.apply(PlayCard(parse_card(text)))
    return state


def play_text() -> str:
    """Return the text of the recorded play."""
    return format_played_deal(record_of_state(finished_play()))
