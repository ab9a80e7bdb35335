"""Cards are sealed values; sets whose deals were taken over one from another share their lineage."""

import uuid

from django.db import migrations, models

import games.sealed


def link_copies(apps, schema_editor):
    """Every set gets a lineage of its own, copies that of what they were taken from, generation by generation."""
    deal_sets = apps.get_model("games", "DealSet").objects
    for pk in deal_sets.filter(source=None).values_list("pk", flat=True):
        deal_sets.filter(pk=pk).update(lineage=uuid.uuid4())
    made = list(deal_sets.filter(source=None).values_list("pk", flat=True))
    while made:
        copies = list(deal_sets.filter(source__in=made).select_related("source"))
        for copy in copies:
            deal_sets.filter(pk=copy.pk).update(lineage=copy.source.lineage)
        made = [copy.pk for copy in copies]


class Migration(migrations.Migration):
    dependencies = [("games", "0002_deal_set_origin")]

    operations = [
        migrations.AddField(
            model_name="dealset",
            name="lineage",
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.RunPython(link_copies, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="dealset",
            name="lineage",
            field=models.UUIDField(db_index=True, default=uuid.uuid4, editable=False),
        ),
        migrations.AlterField(
            model_name="dealset",
            name="seed",
            field=games.sealed.SealedBytesField(max_length=64, verbose_name="graine"),
        ),
        migrations.AlterField(
            model_name="deal",
            name="hands",
            field=games.sealed.SealedTextField(verbose_name="mains"),
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(fields=["hands"], name="deal_by_cards"),
        ),
    ]
