"""Plan of the automatic backups: their interval, the number that stays, a second folder.

It is a note in the storage of backups, not a row: a restore does not change it, and all hosts of a server use
the same one. A page changes it (tournaments/evening/organiser/backup_settings.py).
"""

import json
from dataclasses import asdict, dataclass, fields
from datetime import timedelta

PLAN = ".plan.json"
"""Name of the note."""
NIGHT = 24
"""Value of `every_hours` for one backup each night."""
INTERVALS = (NIGHT, 6, 1)
LATEST_HOURS = 6
"""Number of hours of which the last backup stays, where backups are made more often than each night."""
MOST_KEPT = {"kept_days": 60, "kept_weeks": 52, "kept_months": 60}


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """Plan of the automatic backups."""

    every_hours: int = NIGHT
    kept_days: int = 7
    """Number of days with a backup of which the last one stays. Weeks and months likewise."""
    kept_weeks: int = 4
    kept_months: int = 6
    folder: str = ""
    """Second folder, which gets a copy of each backup; "" for none."""

    @property
    def interval(self) -> timedelta | None:
        """Return the time between two backups; None for one each night."""
        return None if self.every_hours == NIGHT else timedelta(hours=self.every_hours)

    def as_text(self) -> str:
        return json.dumps(asdict(self))


USUAL_PLAN = BackupPlan()


def parse_plan(text: str | bytes) -> BackupPlan:
    """Return the plan of a note. A note that is damaged or out of bounds counts as the usual plan."""
    try:
        values = json.loads(text)
        plan = BackupPlan(**{field.name: values[field.name] for field in fields(BackupPlan)})
        is_sound = (
            plan.every_hours in INTERVALS
            and isinstance(plan.folder, str)
            and plan.kept_days >= 1
            and all(0 <= int(getattr(plan, name)) <= most for name, most in MOST_KEPT.items())
        )
    except (ValueError, KeyError, TypeError):
        return USUAL_PLAN
    return plan if is_sound else USUAL_PLAN
