"""The evening being played of the demonstration: its results, its ranking, its papers."""

import re
import sqlite3

from tests.servers.visitor import Visitor

PROGRESS = """
    SELECT standings.version, snapshot.results_counted, count(request.id)
    FROM tournaments_tournament AS tournament
    JOIN tournaments_session AS session ON session.tournament_id = tournament.id
    JOIN tournaments_standings AS standings ON standings.session_id = session.id
    JOIN tournaments_standingssnapshot AS snapshot
      ON snapshot.session_id = session.id AND snapshot.version = standings.version
    LEFT JOIN tournaments_standingsrequest AS request ON request.session_id = session.id
    WHERE tournament.state = 'playing'
    GROUP BY standings.version, snapshot.results_counted
"""
"""Last version, results counted in it and changes not yet in it, of the demo evening being played."""


def progress(database: sqlite3.Connection) -> tuple[int, int, int]:
    version, result_count, waiting = database.execute(PROGRESS).fetchone()
    return version, result_count, waiting


def enter_missing(organiser: Visitor) -> None:
    """Type the first missing result of the evening being played."""
    desk = desk_of(organiser)
    link = re.search(r'href="([^"#]+)#(p\d+)"', organiser.get(desk + "resultats/"))
    assert link is not None
    page, prefix = link.groups()
    line = organiser.line(page, prefix, 60) | {f"{prefix}-confirmed": "on"}
    status, response_text = organiser.post(page, line)
    assert (status, "1 résultat enregistré." in response_text) == (200, True)


def printed(database: sqlite3.Connection) -> tuple[str, str, int]:
    """Return state, reason and number of the document requested last."""
    query = "SELECT state, error, id FROM tournaments_printeddocument ORDER BY id DESC LIMIT 1"
    state, reason, number = database.execute(query).fetchone()
    return state, reason, number


def desk_of(organiser: Visitor) -> str:
    """Address of the evening being played."""
    desk = re.search(r'href="(/organiser/t/[^"/]+/)"', organiser.get("/organiser/").partition("En cours")[2])
    assert desk is not None
    return desk[1]
