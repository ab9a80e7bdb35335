"""Exercises about the discard after taking the dog."""

from django.utils.translation import gettext_lazy as _

from games.core.outcome import Bid
from games.core.seats import SOUTH, WEST
from play.learn.exercises.exercise import Exercise, QuestionKind

TAKEN = _("Le chien est dans votre main. Vous entamerez.")
ASKED = _("Quelles six cartes écartez-vous ?")

DISCARDS = (
    Exercise(
        # the deal that document 000 comments; it gives the discard, the 8 trumps of the taker and of a
        # defender, and where the 21 and the 20 are; the other cards are ours
        kind=QuestionKind.DISCARD,
        title=_("Une prise aux honneurs rares"),
        situation=TAKEN,
        question=ASKED,
        deal=(
            "T21.5.2/SDV862/H98/DDV1092/CC81 "
            "T18.16.15.14.12.8.6.3/S51/H1031/D7541/C3 "
            "T19.17.13.10.7.1/E/S109/HR74/DC/CRV962 "
            "T20.11.9/SRC74/HDV652/DR3/CD1074 "
            "+T4/S3/HC/D86/C5"
        ),
        dealer=WEST,
        contract=(SOUTH, Bid.PRISE.value),
        answers=("DC D8 D6 S9 S3 HC",),
        why=_(
            "Tout le carreau part : une coupe, et le cavalier est à l’abri. Deux petits piques le "
            "suivent. Pour la sixième carte, le cavalier de cœur plutôt que le 10 de pique : la main a "
            "peu d’honneurs, et l’écart garde ainsi 7 points. La longue à trèfle reste entière."
        ),
        robot=_("Le robot club garde le cavalier de cœur auprès de son roi et se coupe aussi à pique."),
    ),
    Exercise(
        kind=QuestionKind.DISCARD,
        title=_("La dame vue au chien"),
        situation=TAKEN,
        question=ASKED,
        deal=(
            "T19.13.12.7.6/S8431/HV10521/D97/CD9 "
            "T20.4.1/S76/HR987/DRD41/CC8621 "
            "T21.18.16.14.11.8.5/E/SRD95/H64/D832/C7 "
            "T17.15.10.9.3.2/SCV10/HC3/DV1065/C1053 "
            "+S2/HD/DC/CRV4"
        ),
        dealer=WEST,
        contract=(SOUTH, Bid.GARDE.value),
        answers=("HD H6 DC D8 D3 D2",),
        why=_(
            "La défense a vu la dame de cœur au chien. Écartez-la, et gardez un seul petit cœur : quand "
            "vous le jouerez, celui qui a le roi croira la dame chez vous et le gardera souvent. Au tour "
            "suivant, vous coupez. Les quatre carreaux font la deuxième coupe, que huit atouts "
            "supportent."
        ),
        robot=_("Le robot club se coupe à cœur et à trèfle sans tendre de piège, et garde ses carreaux."),
    ),
    Exercise(
        kind=QuestionKind.DISCARD,
        title=_("Une dame dans la longue"),
        situation=TAKEN,
        question=ASKED,
        deal=(
            "T20.19.14.11.10.8/E/S762/H41/D976/CD101 "
            "T18.16/SD109531/HC986/D10852/CC3 "
            "T21.17.15.12.9.4/SR4/HDV1075/DD3/CV98 "
            "T13.7.5.3.2.1/SCV8/HR3/DRV41/CR75 "
            "+T6/H2/DC/C642"
        ),
        dealer=WEST,
        contract=(SOUTH, Bid.GARDE.value),
        answers=("CV C9 C8 C6 C4 C2",),
        why=_(
            "Six trèfles à jeter, six cartes à écarter : une coupe franche, une seule, car sept atouts "
            "n’en nourrissent pas deux. La longue à cœur reste entière, même avec une dame exposée : elle"
            " fera couper la défense. La dame et le cavalier de carreau vous rendront la main plus tard."
        ),
    ),
)
