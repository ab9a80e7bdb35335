"""Exercises about bidding: the seven hands of a published introduction to the game, with its answers.

Source:
    Document 000 of the project ("Tarot jeu de Carte", examples 1 to 7 of its auction). Its first hand counts
    17 cards and its third 19: here the first has the 2 of hearts too, and the third lacks the 2 of diamonds.
    The other hands are ours.
"""

from django.utils.translation import gettext_lazy as _

from games.core.seats import WEST
from play.learn.exercises.exercise import Exercise, QuestionKind

FIRST = _("Vous parlez le premier : personne n’a encore rien dit.")
ASKED = _("Qu’annoncez-vous ?")

BIDS = (
    Exercise(
        kind=QuestionKind.BID,
        title=_("Sept atouts, un bout, un roi"),
        situation=FIRST,
        question=ASKED,
        deal=(
            "T13.10.1/E/SD72/HR653/DDCV21/CR2 "
            "T20.8.6.5/S8541/HD84/D874/CD1085 "
            "T21.18.15.12.9.3.2/SR10/HC2/D1063/C9741 "
            "T19.17.16.14.7.4/SCV96/HV107/DR9/CC63 "
            "+T11/S3/H91/D5/CV"
        ),
        dealer=WEST,
        answers=("bid:prise",),
        why=_(
            "Sept atouts avec le 21 et un roi : avec ce seul bout il faut 51 points, et vous n’en voyez "
            "pas la moitié. La main est trop belle pour passer et trop courte pour une garde. On prend, "
            "et on compte sur le chien : un deuxième bout ramène le contrat à 41 points."
        ),
    ),
    Exercise(
        kind=QuestionKind.BID,
        title=_("Le 21 et le Petit, six atouts"),
        situation=FIRST,
        question=ASKED,
        deal=(
            "T19.7.6/SD86/H9842/DRV71/CV743 "
            "T18.17.13.9.8.5/SV9/D985432/C10861 "
            "T21.15.12.11.2.1/SR72/HDV31/DD10/CC92 "
            "T20.16.14.10.4/E/SC431/HRC107/DC6/CR5 "
            "+T3/S105/H65/CD"
        ),
        dealer=WEST,
        answers=("bid:prise",),
        why=_(
            "Deux bouts, un roi, un peu d’honneurs partout : 41 points ne sont pas loin. Mais six atouts "
            "protègent mal le Petit, et rien n’est long. La prise laisse le chien améliorer la main sans "
            "doubler la perte. Avec deux atouts de plus, ce serait une garde."
        ),
        robot=_(
            "Le robot club annonce une garde : il attend un gain, et la garde le double. La prise est le "
            "choix prudent."
        ),
    ),
    Exercise(
        kind=QuestionKind.BID,
        title=_("Huit atouts, deux bouts, deux rois"),
        situation=FIRST,
        question=ASKED,
        deal=(
            "T20.19.16.14.10/SV76521/HR4/D41/C861 "
            "T11.8.6.5/SC9/HV21/DDC10872/CDC4 "
            "T21.18.15.12.9.3.2.1/SR10/HDC6/DR93/CV9 "
            "T17.13.7.4/E/SD8/H10953/DV6/CR10753 "
            "+S43/H87/D5/C2"
        ),
        dealer=WEST,
        answers=("bid:garde",),
        why=_(
            "Un roi et quelques honneurs de plus que dans la première main, et la prise hésitante devient"
            " une vraie garde. Le Petit reste le point faible : aucune coupe n’est prête pour le poser. "
            "L’écart en fera une, c’est pourquoi on veut voir le chien."
        ),
    ),
    Exercise(
        kind=QuestionKind.BID,
        title=_("Le 21 et l’Excuse dans une main moyenne"),
        situation=FIRST,
        question=ASKED,
        deal=(
            "T19.11.10.8/SV5/HD/DC41/CRDC98652 "
            "T14.5.4.2/SDC981/HRCV53/DRV7/C10 "
            "T21.18.15.9.6/E/SR632/H97/DD103/CV73 "
            "T20.17.16.13.3/S1074/H108641/D8652/C4 "
            "+T12.7.1/H2/D9/C1"
        ),
        dealer=WEST,
        answers=("bid:garde",),
        why=_(
            "Six atouts avec l’Excuse, un seul roi : la main est ordinaire. Mais personne ne peut vous "
            "prendre ces deux bouts, et 41 points suffisent. La garde tient à ces deux cartes."
        ),
    ),
    Exercise(
        kind=QuestionKind.BID,
        title=_("Les trois bouts"),
        situation=FIRST,
        question=ASKED,
        deal=(
            "T19.15.4/SCV7/HD863/D109432/C1095 "
            "T20.13.12.10.7.5.3/SD853/HCV10/DV5/CR3 "
            "T21.18.16.14.11.9.1/E/SR92/HR41/DDC/CDV "
            "T6.2/S641/H97/DR861/CC876421 "
            "+T17.8/S10/H52/D7"
        ),
        dealer=WEST,
        answers=("bid:garde",),
        why=_(
            "Trois bouts, deux rois, huit atouts : presque trop beau pour une garde. Seulement, sans "
            "coupe, le Petit est difficile à sauver. En écartant les deux trèfles vous vous en faites "
            "une : il faut donc le droit d’écarter, et la garde est le plus haut contrat qui le donne."
        ),
        robot=_(
            "Le robot club annonce une garde contre : il la réussit dans près de neuf donnes imaginées sur "
            "dix."
        ),
    ),
    Exercise(
        kind=QuestionKind.BID,
        title=_("Neuf atouts et une chicane"),
        situation=FIRST,
        question=ASKED,
        deal=(
            "T13.11/SD86/HR97541/D8651/C1093 "
            "T19.8.7.3/S721/HD32/DR1042/CC541 "
            "T21.18.16.12.9.6.4.2/E/SR1043/DDC7/CD6 "
            "T20.15.14.10.5.1/SCV95/HC86/D3/CRV82 "
            "+T17/HV10/DV9/C7"
        ),
        dealer=WEST,
        answers=("bid:garde_sans",),
        why=_(
            "Neuf atouts avec le 21 et l’Excuse, et aucune carte à cœur : votre coupe est faite, l’écart "
            "n’apporterait pas grand-chose. Il y a sans doute des honneurs à cœur au chien, et leurs "
            "points doivent rester de votre côté. C’est ce que dit la garde sans."
        ),
    ),
    Exercise(
        kind=QuestionKind.BID,
        title=_("Dix atouts et les trois bouts"),
        situation=FIRST,
        question=ASKED,
        deal=(
            "T3/S10832/HV104/DRC94/CRDC961 "
            "T20.18.17.5.2/SD9751/H7/D71/C107532 "
            "T21.19.16.14.12.9.8.6.1/E/SR/HRD9/DDV86 "
            "T15.13.4/SV64/HC865321/D1032/C84 "
            "+T11.10.7/SC/D5/CV"
        ),
        dealer=WEST,
        answers=("bid:garde_contre",),
        why=_(
            "Trois bouts, dix atouts, deux rois et une chicane à trèfle : vous gagnez sans le chien, même"
            " quand il donne des points à la défense. Avec tant d’atouts, le Petit a de bonnes chances "
            "d’aller au bout, et la prime est multipliée par six."
        ),
    ),
)
