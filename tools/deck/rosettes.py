"""Trumps in the new style, a number in a rosette with as many points, and the backs of two packs."""

from math import cos, gcd, pi, sin

from tools.deck.pen import paint

X, Y, RADIUS, DISC = 50, 80, 38, 22.5
LEAST_CORNERS = 3
STEP = 14
"""Distance between two lines of the lattice on a back."""


def rosette(points: int) -> str:
    """Return a star polygon with so many corners and a free middle. One or two corners are only dots."""
    turns = [2 * pi * i / points for i in range(points)]
    corners = [f"{X + RADIUS * sin(turn):.1f} {Y - RADIUS * cos(turn):.1f}" for turn in turns]
    step = max(1, 2 * points // 5)
    rounds = gcd(points, step)
    chords = "".join(
        "M" + "L".join(corners[(first + i * step) % points] for i in range(points // rounds)) + "Z"
        for first in range(rounds)
    )
    dots = "".join(f"M{corner}h0" for corner in corners)
    return paint(f"""
        m M6 6H94V154H6Z
        =Y.4 {X} {Y} 47
        =Y.4 {X} {Y} 56
        =Y.4 {X} {Y} 65
        =Y.4 {X} {Y} 74
        =Y.8 {X} {Y} {RADIUS}
        {f"=Y.7 {chords}" if points >= LEAST_CORNERS else ""}
        m {X} {Y} {DISC}
        =Y1 {X} {Y} {DISC}
        =L4.5 {dots}
        =M2 {dots}
    """)


def back(cloth: str) -> str:
    """Return cloth below a lattice of brass, with room for a star in the middle. Symmetrical under a half
    turn.
    """
    falling_lines = "".join(f"M{x} 8l144 144" for x in range(-129, 93, STEP))
    rising_lines = "".join(f"M{x} 8l-144 144" for x in range(13, 235, STEP))
    crossings = "".join(
        f"M{15 + column * STEP / 2:g} {10 + row * STEP / 2:g}h0"
        for row in range(21)
        for column in range(11)
        if (row + column) % 2 == 0
    )
    return paint(f"""
        {cloth.lower()} M8 8H92V152H8Z
        =Y.6 {falling_lines}{rising_lines}
        =L1.6 {crossings}
        {cloth} {X} {Y} 21
        =Y1.2 {X} {Y} 21
        =Y.6 {X} {Y} 18.5
    """)
