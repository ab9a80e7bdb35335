"""Failed sign-ins are counted in the cache: the tables that kept addresses and names that were typed go."""

from django.db import migrations

TABLES = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accessfailurelog", "axes_accesslog")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_user_language")]

    operations = [
        migrations.RunSQL([f"DROP TABLE IF EXISTS {table}" for table in TABLES], migrations.RunSQL.noop)
    ]
