"""The club's register of players: one at a time, or from a CSV with a dry run."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.exchange.players_csv import PlayerRow, PlayersFile, read_players
from tournaments.models import Club, Person
from tournaments.services.audit import record_event
from tournaments.services.wording import sentence
