"""A recorded play at one of its cards, as it lies on the felt."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from play.tables.web.felt import (
    Felt,
    LaidCard,
    LaidTrick,
    PileShown,
    PlaceShown,
    open_felt,
    open_places,
    tricks_words,
)
from tournaments.rankings.queries.replays import ReplayMoment


def moment_felt(
    moment: ReplayMoment,
    names: Sequence[str],
    *,
    people: Sequence[str] = (),
    letters: Sequence[str] = (),
    taker: int | None = None,
    me: int | None = None,
) -> Felt:
    """The hands that are left around the trick, the discard beside it.

    Args:
        names: of each seat.
        people: who sits at each seat, where they have names of their own.
        letters: of each seat, by default the first of its name.
        me: the reader's seat, which lies at the near side; South where he has none.
    """
    seats = open_places(moment.seat_count, me)
    place_of = dict(seats)
    places = [
        PlaceShown(
            at=at,
            name=names[seat],
            letter=letters[seat] if letters else names[seat][0].upper(),
            who=people[seat] if people else "",
            note=_("vous") if seat == me else "",
            role=_("preneur") if seat == taker else "",
            words=tricks_words(moment.won[seat]),
            hand=tuple(moment.hands[seat]),
            is_attack=seat == taker,
        )
        for seat, at in seats
    ]
    cards = tuple(
        LaidCard(names[seat], place_of[seat], card, is_winner=seat == moment.winner)
        for seat, card in moment.trick
    )
    title = (
        _("Pli %(number)s") % {"number": moment.trick_number}
        if moment.played
        else _("Avant la première carte")
    )
    won = "" if moment.winner is None else _("gagné par %(seat)s") % {"seat": names[moment.winner]}
    piles = [PileShown(pgettext("pile", "Écart"), moment.discard)] if moment.discard else []
    return open_felt(
        title=_("La table"),
        seat_count=moment.seat_count,
        places=places,
        piles=piles,
        tricks=(LaidTrick(cards, words=won, title=title),),
    )
