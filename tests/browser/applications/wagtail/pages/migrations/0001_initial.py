"""The tables of the models, as `manage.py makemigrations pages` finds them."""

import django.db.models.deletion
import modelcluster.fields
import wagtail.fields
from django.conf import settings
from django.db import migrations, models

OWN_KEY = {"auto_created": True, "primary_key": True, "serialize": False}


class Migration(migrations.Migration):
    """The first one."""

    initial = True
    dependencies = [("wagtailcore", "0098_apitoken")]
    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "page_ptr",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        parent_link=True,
                        to=settings.WAGTAIL_PAGE_MODEL,
                        **OWN_KEY,
                    ),
                ),
                ("day", models.DateField(blank=True, null=True)),
                ("body", wagtail.fields.RichTextField(blank=True)),
            ],
            options={"abstract": False},
            bases=("wagtailcore.page",),
        ),
        migrations.CreateModel(
            name="Guest",
            fields=[
                ("id", models.BigAutoField(verbose_name="ID", **OWN_KEY)),
                (
                    "sort_order",
                    models.IntegerField(blank=True, editable=False, null=True),
                ),
                ("name", models.CharField(max_length=80)),
                ("seats", models.IntegerField(default=1)),
                (
                    "event",
                    modelcluster.fields.ParentalKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="guests",
                        to="pages.event",
                    ),
                ),
            ],
            options={"ordering": ["sort_order"], "abstract": False},
        ),
    ]
