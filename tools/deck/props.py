"""Parts of the scenes of the trumps: people, trees, houses, weather, and functions that place them."""

from tools.deck.pen import paint


def at(x: float, y: float, drawing: str, scale: float = 1) -> str:
    """Return a drawing moved to a point, as an element."""
    size = f" scale({scale})" if scale != 1 else ""
    return f'<g transform="translate({x} {y}){size}">{paint(drawing)}</g>'


def compose(*parts: str) -> str:
    """Join drawings and elements, each above the one before."""
    return "".join(part if part.startswith("<") else paint(part) for part in parts)


def person(
    coat: str,
    *,
    legs: str = "M-1.8 -10L-3 0M1.8 -10L3 0",
    skirt: bool = False,
    hair: str = "H",
    arms: str = "M-3.5 -20.5L-7 -12M3.5 -20.5L7 -12",
    hose: str = "K",
    hat: str = "",
    bent: str = "",
) -> str:
    """Return a person thirty high with their feet at 0, 0.
    Arms and legs are lines from shoulders and hips.
    """
    body = (
        "M-3.5 -22C-1 -23.5 1 -23.5 3.5 -22L7.5 0H-7.5Z"
        if skirt
        else "M-4.2 -21C-2 -23.5 2 -23.5 4.2 -21L4.8 -9H-4.8Z"
    )
    return f"""
{"" if skirt else f"={hose}2.6 {legs}"}
{coat} {bent or body}
=K3.2 {arms}
={coat}2 {arms}
S 0 -26.5 3.3
=K.9 M-1.3 -26v.4M1.7 -26v.4
{hair.lower()} M-3.6 -25.5C-4.5 -31.5 4.5 -31.5 3.6 -25.5C2 -28 -2 -28 -3.6 -25.5Z
{hat}
"""


def sun(x: float, y: float, radius: float) -> str:
    """Return a disc and eight rays."""
    rays = ((0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7))
    near, long = radius + 1.5, 3.5
    lines = (f"M{x + a * near:.1f} {y + b * near:.1f}l{a * long:.1f} {b * long:.1f}" for a, b in rays)
    return f"y {x} {y} {radius}\n=L.9 {''.join(lines)}"


TREE = """
H M-1.8 0C-1 -8 -1.5 -12 -3 -16H3C1.5 -12 1 -8 1.8 0Z
{leaf} M0 -40C6 -41 10 -37 10 -33C14 -31 14 -24 10 -22C8 -16 2 -15 0 -17C-3 -14 -9 -16 -10 -21C-14 -24 -14 -31 -10 -33C-10 -38 -5 -41 0 -40Z
=K.6 M-6 -33Q-3 -35 0 -33M-2 -27Q1 -29 4 -27M3 -32Q5 -34 7 -32M-6 -22Q-3 -24 -1 -22M4 -22Q6 -23 8 -22
"""
HOUSE = """
I M-10 0V-13H10V0Z
R M-12 -12L-7 -21H7L12 -12Z
H M-2.5 0V-8H2.5V0Z
B M-8 -10H-4.5V-6H-8ZM4.5 -10H8V-6H4.5Z
"""
SKY = "{0} M0 0H88V71H0Z"
CAP = "{0} M-4 -27.5C-4 -31.5 4 -31.5 4 -27.5L5.5 -27H-4Z"
BROAD = "{0} M-6.5 -28C-3 -29.5 3 -29.5 6.5 -28C4 -27 -4 -27 -6.5 -28ZM-3.5 -28.5C-3 -33 3 -33 3.5 -28.5Z"
STAR = "{0} M0 -5L1.4 -1.9L4.8 -1.5L2.2 .8L3 4.1L0 2.3L-3 4.1L-2.2 .8L-4.8 -1.5L-1.4 -1.9Z"
JESTER_HAT = """
R M-3.5 -27C-6 -34 -10 -33 -11 -28C-8 -30 -7 -27 -3.5 -26Z
Y M3.5 -27C6 -34 10 -33 11 -28C8 -30 7 -27 3.5 -26Z
B M-3.5 -27C-3 -33 3 -33 3.5 -27Z
Y -11 -27.5 1.1
R 11 -27.5 1.1
"""


def dots(colour: str, size: float, *places: tuple[float, float]) -> str:
    """Return round dots of one colour: lines without length, with round ends."""
    return f"={colour}{size} " + "".join(f"M{x} {y}h0" for x, y in places)


def clouds(*places: tuple[float, float]) -> str:
    """Return clouds eighteen wide that start at the places."""
    return "w " + "".join(f"M{x} {y}a4 4 0 0 1 3-6a6 6 0 0 1 11-1a4 4 0 0 1 4 7Z" for x, y in places)


def birds(*places: tuple[float, float]) -> str:
    """Return distant birds with their heads at the places."""
    return "=K1 " + "".join(f"M{x - 4} {y - 1.5}q2.5-1.5 4 1.5q1.5-3 4-1.5" for x, y in places)


def flowers(colour: str, *places: tuple[float, float]) -> str:
    """Return flowers that grow at the places."""
    heads = [(x, y - 5) for x, y in places]
    stems = "".join(f"M{x} {y}v-4" for x, y in places)
    return f"=G.9 {stems}\n{dots(colour, 3.6, *heads)}\n{dots('Y', 1.3, *heads)}"
