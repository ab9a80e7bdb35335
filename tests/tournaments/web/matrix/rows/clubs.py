"""Addresses of what a club shows to everybody, and of what leads others to it."""

from tests.tournaments.web.matrix.rules import CLUB_VIEW, VIEW, Row

ROWS = {
    "public-club": Row(CLUB_VIEW),
    "public-records": Row(CLUB_VIEW),
    "public-club-calendar": Row(CLUB_VIEW, is_page=False),
    "public-club-feed": Row(CLUB_VIEW, is_page=False),
    "public-share": Row(VIEW),
    "public-embed": Row(VIEW),
    "public-link-picture": Row(VIEW, is_page=False),
}
