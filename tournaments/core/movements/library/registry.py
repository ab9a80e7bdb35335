"""Registry of the federation's movements, in the order in which a format prefers them."""

from tournaments.core.movements.library.emmanuel import EMMANUEL
from tournaments.core.movements.library.few_tables import FEW_TABLES, FEW_TABLES_FIVES
from tournaments.core.movements.library.fives import FREE_FIVES_REPEATED, FREE_FIVES_SAFE
from tournaments.core.movements.library.free_deals import FREE, FREE_MOVING, FREE_WITH_REPEATS
from tournaments.core.movements.library.free_howell import FREE_HOWELL
from tournaments.core.movements.library.howell import HOWELL, HOWELL_COLOURS
from tournaments.core.movements.library.line_steps import LINE
from tournaments.core.movements.library.one_table import ONE_TABLE
from tournaments.core.movements.library.quartets import QUARTET_LINE
from tournaments.core.movements.library.straight import STRAIGHT
from tournaments.core.movements.library.teams import MATCH, TRIANGLE
from tournaments.core.movements.library.triplet_howell import TRIPLET_HOWELL
from tournaments.core.movements.library.triplets import TRIPLET_LINE

LIBRARY = (
    STRAIGHT,
    LINE,
    HOWELL,
    HOWELL_COLOURS,
    FREE,
    FREE_HOWELL,
    FREE_MOVING,
    FREE_WITH_REPEATS,
    FREE_FIVES_SAFE,
    FREE_FIVES_REPEATED,
    FEW_TABLES,
    FEW_TABLES_FIVES,
    ONE_TABLE,
    TRIPLET_HOWELL,
    TRIPLET_LINE,
    EMMANUEL,
    QUARTET_LINE,
    MATCH,
    TRIANGLE,
)

FIVES_SOURCES = frozenset(entry.source for entry in (FREE_FIVES_SAFE, FREE_FIVES_REPEATED, FEW_TABLES_FIVES))
"""Movements with tables of five, which are not homologated."""
