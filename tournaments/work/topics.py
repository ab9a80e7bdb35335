"""Topics that the pages of tournaments subscribe to (docs/live.md), one function each."""


def event_topic(tournament: int) -> str:
    """Return the topic of all readers of an event: its clock, messages, published parts and changed seats."""
    return f"event:{tournament}"


def standings_topic(tournament: int) -> str:
    """Return the topic of new ranking versions of the sessions of a tournament."""
    return f"standings:{tournament}"


def ranking_topics(tournament: int) -> tuple[str, str]:
    """Return the topics of a page that shows a ranking or a player's evening."""
    return standings_topic(tournament), event_topic(tournament)


def desk_topic(tournament: int) -> str:
    """Return the topic of organisers: any change at an event, including each result."""
    return f"desk:{tournament}"


def table_topic(table: int) -> str:
    """Return the topic of the results, phones and calls of one table."""
    return f"table:{table}"


def competition_topic(competition: int) -> str:
    """Return the topic of new ranking versions over several events."""
    return f"competition:{competition}"
