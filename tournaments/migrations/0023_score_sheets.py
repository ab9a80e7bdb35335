"""Score sheets among the documents."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0022_homologation_document"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="printeddocument",
            name="document_kind_known",
        ),
        migrations.AlterField(
            model_name="printeddocument",
            name="kind",
            field=models.CharField(
                choices=[
                    ("travellers", "feuilles ambulantes"),
                    ("score_sheets", "feuilles de marque"),
                    ("seat_lists", "placement des joueurs"),
                    ("personal_cards", "fiches personnelles"),
                    ("guide_cards", "cartes guides"),
                    ("movement_sheets", "feuilles de mouvement"),
                    ("hand_diagrams", "diagrammes des donnes"),
                    ("cover_sheet", "feuille de garde"),
                    ("board_labels", "étiquettes des étuis"),
                    ("sorting_sheets", "fiches de tri"),
                    ("copy_sheets", "fiches de tri à quatre"),
                    ("dog_slips", "fiches des chiens"),
                    ("ranking", "classement"),
                    ("deal_booklet", "livret des donnes"),
                    ("teaching_sheets", "fiches d’école"),
                    ("homologation", "rapport d’homologation"),
                ],
                max_length=30,
                verbose_name="document",
            ),
        ),
        migrations.AddConstraint(
            model_name="printeddocument",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "travellers",
                            "score_sheets",
                            "seat_lists",
                            "personal_cards",
                            "guide_cards",
                            "movement_sheets",
                            "hand_diagrams",
                            "cover_sheet",
                            "board_labels",
                            "sorting_sheets",
                            "copy_sheets",
                            "dog_slips",
                            "ranking",
                            "deal_booklet",
                            "teaching_sheets",
                            "homologation",
                        ],
                    )
                ),
                name="document_kind_known",
            ),
        ),
    ]
