"""Lists of players as files, read in one step."""

from tournaments.core.exchange.players_csv import ListRefused, PlayersFile, read_player_lines, read_table


def read_players(content: bytes) -> PlayersFile:
    """Return the players and problems of a text; a refused text has its one problem."""
    try:
        return read_player_lines(read_table(content))
    except ListRefused as refusal:
        return PlayersFile(problems=(refusal.problem,))
