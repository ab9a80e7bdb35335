"""Signs of the older packs: swords, cups, coins and batons, for the suits of today.

A sign is one path of a box of 32 by 32, filled by the rule "evenodd". It is a mask on pages: its colour is
that of the suit.
"""

BOX = 32
OLD_SIGNS = {
    "spades": (
        "M16 .5l2.9 4.7v13.3h6.3a2 2 0 1 1 0 3.6h-6.9v3.3a2.9 2.9 0 1 1-4.6 0v-3.3H6.8a2 2 0 1 1 0-3.6h6.3V5.2z"
        "M15.3 6.8v10.7h1.4V6.8z"
    ),
    "hearts": (
        "M6 3h20c0 8-2.8 12.8-7.7 14.6v4.6c4 .6 6.6 2.8 7.2 6.8H6.5c.6-4 3.2-6.2 7.2-6.8v-4.6"
        "C8.8 15.8 6 11 6 3z"
        "M8.5 6.5c.1.9.3 1.7.5 2.5h14c.2-.8.4-1.6.5-2.5z"
    ),
    "diamonds": (
        "M16 2a14 14 0 1 0 0 28a14 14 0 1 0 0-28z"
        "M16 4.6a11.4 11.4 0 1 1 0 22.8a11.4 11.4 0 1 1 0-22.8z"
        "M16 6.6a9.4 9.4 0 1 0 0 18.8a9.4 9.4 0 1 0 0-18.8z"
        "M16 8.6l2 5.4 5.4 2-5.4 2-2 5.4-2-5.4-5.4-2 5.4-2z"
    ),
    "clubs": (
        "M13.4 1.5L18.6 1.5 18.8 7.8 22.8 4.4 25 7.1 18.9 12.4 19.6 30.5 12.4 30.5 12.8 23 7.6 19.9"
        " 9.4 16.9 12.9 19 13 13.6 8.2 10.6 10 7.7 13.1 9.6z"
    ),
}
"""Old sign of each suit: swords, cups, coins and batons, by the name of the suit of today."""


def draw_old_sign(suit: str, *, is_turned: bool) -> str:
    """Return the file of an old sign, upright or turned."""
    turn = f' transform="rotate(180 {BOX // 2} {BOX // 2})"' if is_turned else ""
    path = f'<path fill-rule="evenodd" d="{OLD_SIGNS[suit]}"{turn}/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}">{path}</svg>\n'
