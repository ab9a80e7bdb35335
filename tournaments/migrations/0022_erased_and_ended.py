"""An erased person keeps a number alone; a phone that was disconnected holds no pen; clubs of one name by id."""

from typing import Any

from django.conf import settings
from django.db import migrations, models

NUMBER_ALONE = {
    "first_name": "",
    "federation_number": "",
    "licence_until": None,
    "series": "NC",
    "home_club": "",
    "household": "",
    "country": "",
    "category": "",
    "birth_year": None,
    "email": "",
    "phone": "",
    "wants_results": False,
    "language": "",
    "link_nonce": "",
    "shows_full_name": False,
    "user": None,
}
PERSON_ERASED_WHOLE = models.CheckConstraint(
    condition=models.Q(erased_at=None) | models.Q(last_name__startswith="#", **NUMBER_ALONE),
    name="person_erased_whole",
)
PHONE_WITH_PEN_NOT_ENDED = models.CheckConstraint(
    condition=models.Q(holds_pen=False) | models.Q(ended_at=None), name="phone_with_pen_not_ended"
)


def mend(apps: Any, schema_editor: Any) -> None:
    """Take the pen from phones that were disconnected, and empty what an erased person still has."""
    using = schema_editor.connection.alias
    phones = apps.get_model("tournaments", "TablePhone").objects.using(using)
    phones.filter(holds_pen=True).exclude(ended_at=None).update(holds_pen=False)
    people = apps.get_model("tournaments", "Person")._base_manager.using(using)
    kept = models.Q(last_name__startswith="#", **NUMBER_ALONE)
    for pk in list(people.exclude(erased_at=None).exclude(kept).values_list("pk", flat=True)):
        # the keys are computed anew when the row is saved
        people.filter(pk=pk).update(last_name=f"#{pk}", search_key="", sort_key="", **NUMBER_ALONE)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0021_season_sums"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="club",
            options={"ordering": ["name", "pk"], "verbose_name": "club", "verbose_name_plural": "clubs"},
        ),
        migrations.RunPython(mend, migrations.RunPython.noop),
        migrations.AddConstraint(model_name="person", constraint=PERSON_ERASED_WHOLE),
        migrations.AddConstraint(model_name="tablephone", constraint=PHONE_WITH_PEN_NOT_ENDED),
    ]
