"""Exercises about signals of the defence, and how to respond to them.

Source:
    Document 002 of the project (its tricks for Tarot at four: jump, descending trumps, tenue, two for one,
    obedience). The deals are ours.
"""

from django.utils.translation import gettext_lazy as _

from games.core.outcome import Bid
from games.core.seats import EAST, NORTH, SOUTH, WEST
from play.learn.exercises.exercise import Exercise, QuestionKind

ASKED = _("Que rejouez-vous ?")
GARDE = Bid.GARDE.value
NO_SIGNALS = _(
    "Le robot club calcule sur des donnes imaginées et ne lit que le signal du Petit : il peut choisir "
    "autre chose."
)
MEANINGS = (
    ("petit", _("Il a le Petit")),
    ("last", _("C’était son dernier atout")),
    ("tenue", _("Il tient la longue du preneur")),
    ("nothing", _("Rien de particulier")),
)

SIGNALS = (
    Exercise(
        kind=QuestionKind.MEANING,
        title=_("Le saut"),
        situation=_(
            "Ouest joue une garde. Nord, votre partenaire, entame atout. Le preneur met le 8, vous le 10,"
            " et Est le 18."
        ),
        question=_("Que vous dit Est ?"),
        deal=(
            "T16.13.9.5.2/SR/HRC94/D10431/CV1091 "
            "T21.20.17.15.14.11.8/E/S721/HD101/DC/CD64 "
            "T10.3/SDV965/H65/DRV875/CR872 "
            "T19.18.12.7.6.4.1/S1083/H8732/DD9/CC5 "
            "+SC4/HV/D62/C3"
        ),
        dealer=EAST,
        contract=(WEST, GARDE),
        plays="5T 8T 10T 18T",
        meanings=MEANINGS,
        answers=("petit",),
        why=_(
            "Pour passer votre 10, un atout moyen aurait suffi. Un saut si grand, sans nécessité, est un "
            "signal : Est a le Petit. N’insistez pas à l’atout avant de savoir s’il veut être chassé ou "
            "protégé."
        ),
    ),
    Exercise(
        kind=QuestionKind.MEANING,
        title=_("Les atouts en descendant"),
        situation=_(
            "Nord et vous défendez avec Est contre la garde d’Ouest. Deux tours d’atout sont joués : Est "
            "met le 12, puis le 8."
        ),
        question=_("Que vous dit Est ?"),
        deal=(
            "T19.18.15.13.10.6.5.4.2/S73/HV1/DD98/CRV "
            "T21.20.17.16.14.11.7/E/SDC621/H7/D62/C51 "
            "T9.3/S8/HDC106/DRV75431/C9872 "
            "T12.8.1/SR1094/HR9543/D10/CDC1063 "
            "+SV5/H82/DC/C4"
        ),
        dealer=NORTH,
        contract=(WEST, GARDE),
        plays="16T 3T 12T 19T 6T 17T 9T 8T",
        meanings=MEANINGS,
        answers=("petit",),
        why=_(
            "Celui qui ne peut pas monter met d’ordinaire son plus petit atout d’abord. Est a mis le 12 "
            "avant le 8, sans y être forcé : des atouts qui descendent disent le Petit. Arrêtez de jouer "
            "atout, et faites couper le preneur ailleurs."
        ),
    ),
    Exercise(
        kind=QuestionKind.CARD,
        title=_("La tenue"),
        situation=_(
            "Ouest a joué sa longue à cœur. Est a pris du roi et rejoué atout ; vous venez de prendre du "
            "18. Est tient la longue : il a encore plusieurs cœurs et veut y ramasser vos points."
        ),
        question=ASKED,
        deal=(
            "T19.17.16.14.4.3.1/SRC83/H4/D82/CC852 "
            "T21.20.15.13.11.9.8.7/E/HDC9763/D51/C1 "
            "T18.12.6.2/SD10961/H2/DDV73/C10964 "
            "T10.5/S742/HRV1085/DR1096/CRDV7 "
            "+SV5/H1/DC4/C3"
        ),
        dealer=NORTH,
        contract=(WEST, GARDE),
        plays="HC H2 HR H4 10T 14T 15T 18T",
        answers=("2T", "6T", "12T"),
        why=_(
            "Atout, encore. Tant que Nord et vous avez des atouts, vous devrez couper les cœurs du "
            "preneur. Une fois vos atouts partis, vous défausserez vos honneurs sur les cœurs d’Est. Le "
            "plus petit suffit."
        ),
        robot=NO_SIGNALS,
    ),
    Exercise(
        kind=QuestionKind.CARD,
        title=_("Deux pour un"),
        situation=_(
            "Est joue une garde. Vous avez entamé pique, et il a coupé : sa coupe est trouvée. Vous venez"
            " de prendre son carreau avec le roi. Vos deux partenaires jouent après lui."
        ),
        question=ASKED,
        deal=(
            "T20.8.5.3.2/SRCV5/HV3/DV1087/CD53 "
            "T19.17.16.14.13.6/SD7431/H6541/DC/C84 "
            "T11.9.4/S109862/HD98/DR6/CRC971 "
            "T21.18.15.12.10.7.1/E/HR10/DD95321/C102 "
            "+HC72/D4/CV6"
        ),
        dealer=WEST,
        contract=(EAST, GARDE),
        plays="S10 7T S5 S7 D5 D8 DC DR",
        answers=("4T", "9T", "11T"),
        why=_(
            "Un petit atout : le preneur en fournit un, Nord ou Ouest prend derrière lui et rejoue pique,"
            " que le preneur coupe. Il a dépensé deux atouts, chacun de vous un seul, et il n’a plus la "
            "main. On arrête dès qu’il prend de gros atouts, ou si le Petit de la défense est en danger."
        ),
        robot=NO_SIGNALS,
    ),
    Exercise(
        kind=QuestionKind.CARD,
        title=_("L’obéissance"),
        situation=_(
            "Nord joue une garde. Est a entamé trèfle, Ouest a pris du roi et changé de couleur : il a "
            "joué carreau, où votre roi vient de faire le pli."
        ),
        question=ASKED,
        deal=(
            "T21.20.17.14.11.8.6.1/E/S109/H86/DDC9/CDC "
            "T18.16.15.10.7/SR72/HRC10/DV84/CR984 "
            "T9.4/SDV65/H9541/DR1052/C10531 "
            "T19.13.12.5.3.2/S831/HDV3/D761/C762 "
            "+SC4/H72/D3/CV"
        ),
        dealer=SOUTH,
        contract=(NORTH, GARDE),
        plays="C6 CD CR C3 D4 DR D7 D9",
        answers=("D2", "D5", "D10"),
        why=_(
            "Carreau. En ne rejouant pas le trèfle de son partenaire, Ouest a désobéi : il se désigne "
            "comme la main forte, et carreau est sa couleur. Revenez-y aussitôt, même si vous aviez une "
            "autre idée."
        ),
    ),
)
