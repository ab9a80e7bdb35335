"""A recorded play on the felt, after one of its cards."""

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
    tokens_words,
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
    """Return the felt with the remaining hands around the trick, and the discard beside it.

    Args:
        names: name of each seat.
        people: name of the player in each seat, if it differs from that of the seat.
        letters: letter of each seat, by default the first of its name.
        me: seat of the reader, at the near side; South without one.
    """
    if moment.has_dummy:
        names = [*names[:-1], _("Le mort")]
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
            words=tricks_words(moment.won[seat]) if moment.has_tricks else tokens_words(moment.tokens[seat]),
            hand=tuple(moment.hands[seat]),
            is_attack=seat == taker,
        )
        for seat, at in seats
    ]
    cards = tuple(
        LaidCard(names[seat], place_of[seat], card, is_winner=seat == moment.winner)
        for seat, card in moment.trick
    )
    if not moment.played:
        title = _("Avant la première carte")
    elif moment.has_tricks:
        title = _("Pli %(number)s") % {"number": moment.trick_number}
    else:
        title = _("Carte %(number)s") % {"number": moment.played}
    trick_winner = "" if moment.winner is None else _("gagné par %(seat)s") % {"seat": names[moment.winner]}
    piles = [PileShown(pgettext("pile", "Écart"), moment.discard)] if moment.discard else []
    piles += [
        PileShown(_("Devant %(seat)s") % {"seat": names[seat]}, tuple(cards))
        for seat, cards in enumerate(moment.face_up)
        if cards
    ]
    if moment.laid:
        piles.append(PileShown(_("Sur la table"), tuple(moment.laid), in_rows=True))
    return open_felt(
        title=_("La table"),
        seat_count=moment.seat_count,
        places=places,
        piles=piles,
        tricks=(LaidTrick(cards, words=trick_winner, title=title),),
    )
