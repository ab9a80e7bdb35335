"""Who may read the results of an étui that still goes from table to table."""

from django.http import HttpRequest

from tournaments.access import Right, has_right
from tournaments.models import Tournament


def sees_circulating(request: HttpRequest, tournament: Tournament) -> bool:
    """Only those who open the organiser's pages: for a player it would be reading the traveller.

    Two queries for somebody signed in, none for a visitor.
    """
    return has_right(request.user, tournament, Right.READ_DESK)
