"""Addresses of what a club shows to everybody."""

from tests.tournaments.web.matrix.rules import CLUB_VIEW, Row

ROWS = {
    "public-club": Row(CLUB_VIEW),
    "public-club-calendar": Row(CLUB_VIEW, is_page=False),
    "public-club-feed": Row(CLUB_VIEW, is_page=False),
}
