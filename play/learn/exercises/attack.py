"""Exercises about the taker's card play."""

from django.utils.translation import gettext_lazy as _

from games.core.outcome import Bid
from games.core.seats import SOUTH, WEST
from play.learn.exercises.exercise import Exercise, QuestionKind

ASKED = _("Quelle carte jouez-vous ?")
OWN_GARDE = (SOUTH, Bid.GARDE.value)

ATTACK = (
    Exercise(
        kind=QuestionKind.CARD,
        title=_("La première coupe"),
        situation=_(
            "Vous jouez une garde avec le Petit et sept atouts, l’Excuse comprise. Est entame pique : "
            "vous n’en avez pas, et vous jouez le dernier."
        ),
        question=ASKED,
        deal=(
            "T20.17.15.12.7.3/SRDV10/H97/D1/CC8621 "
            "T21.19.11.9.5.2/S972/HC21/DC109852 "
            "T18.14.10.8.6.1/E/HR85/DRD764/CRV9 "
            "T16.13.4/S6531/HD10643/DV3/CD1074 "
            "+SC84/HV/C53"
        ),
        dealer=SOUTH,
        contract=OWN_GARDE,
        plays="S6 SV S7",
        answers=("1T",),
        why=_(
            "Personne ne joue après vous : le Petit coupe sans risque et rentre tout de suite. Avec si "
            "peu d’atouts, vous n’auriez guère pu le mener au bout, et une chasse de la défense vous "
            "l’aurait pris."
        ),
    ),
    Exercise(
        kind=QuestionKind.CARD,
        title=_("La longue sans le roi"),
        situation=_(
            "Vous jouez une garde et vous avez décidé de commencer par votre longue à pique, où le roi "
            "manque."
        ),
        question=ASKED,
        deal=(
            "T18.14.10.9/S1053/HD8432/DD71/CR96 "
            "T20.15.8.6/SR/H751/DC542/CDV10731 "
            "T21.19.16.13.11.7.5.3/E/SDC9742/HR6/C5 "
            "T17.12.4.2.1/SV861/HC10/DR10963/C82 "
            "+HV9/DV8/CC4"
        ),
        dealer=WEST,
        contract=OWN_GARDE,
        answers=("SC",),
        why=_(
            "Le cavalier, tout de suite : il fait tomber le roi pendant que la défense a encore du pique "
            "à fournir. Votre dame devient maîtresse. Si vous attendez, le roi passera à la fin de votre "
            "longue, chargé des honneurs que les autres auront défaussés."
        ),
    ),
    Exercise(
        kind=QuestionKind.CARD,
        title=_("Un pli d’atout perdu"),
        situation=_(
            "Vous jouez une garde. La défense chasse : Est entame du 9 d’atout, Nord met le 20. Le 21 "
            "n’est pas chez vous."
        ),
        question=ASKED,
        deal=(
            "T20.16.12.6.5/S107/HR103/D10965/CV764 "
            "T19.14.8.3/SDC51/H921/DV41/CRC31 "
            "T18.15.13.10.7.4/E/SR83/HDC64/DR2/CD9 "
            "T21.17.11.9.2.1/S962/H875/DDC83/C108 "
            "+SV4/HV/D7/C52"
        ),
        dealer=SOUTH,
        contract=OWN_GARDE,
        plays="9T 20T 3T",
        answers=("EX",),
        why=_(
            "Ce pli est à la défense, et il ne contient rien : l’Excuse y passe à la place d’un atout. "
            "Elle reste à vous contre une carte basse, et vous gardez un atout de plus qu’en fournissant."
        ),
    ),
)
