"""What pages of tournaments listen to (docs/live.md), one topic a function."""


def event_topic(tournament: int) -> str:
    """What everybody at an event sees: its clock, its messages, what shows, seats that changed."""
    return f"event:{tournament}"


def standings_topic(tournament: int) -> str:
    """A new version of the ranking of one of its sessions."""
    return f"standings:{tournament}"


def ranking_topics(tournament: int) -> tuple[str, str]:
    """What a page that shows a ranking, or somebody's evening, listens to."""
    return standings_topic(tournament), event_topic(tournament)


def desk_topic(tournament: int) -> str:
    """Anything that was done at an event: for its organisers, it is told with each result."""
    return f"desk:{tournament}"


def table_topic(table: int) -> str:
    """Results, phones and calls of one table."""
    return f"table:{table}"


def competition_topic(competition: int) -> str:
    """A new version of the ranking over several events."""
    return f"competition:{competition}"
